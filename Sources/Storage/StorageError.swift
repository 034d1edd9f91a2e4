/// Why the database could not do what was asked.
package enum StorageError: Error, Hashable, Sendable {
    /// A newer Confab wrote the database; this one does not know its shape.
    case newerVersion
    /// An older Confab wrote the database, and nobody has brought it to the newest shape.
    case olderVersion
    /// The file is damaged or is no database; the detail is SQLite's.
    case corrupt(String)
    case diskFull
    case readOnly
    case other(String)
}
