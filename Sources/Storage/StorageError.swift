/// A database error.
package enum StorageError: Error, Hashable, Sendable {
    /// A newer version of Confab wrote the database; this one doesn't know its schema.
    case newerVersion
    /// An older version of Confab wrote the database, and it was not migrated yet.
    case olderVersion
    /// The file is damaged or not a database; the detail is SQLite's message.
    case corrupt(String)
    case diskFull
    case readOnly
    case other(String)
}
