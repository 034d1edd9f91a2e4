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

    /// One line for a person: what happened and what to do.
    package var message: String {
        switch self {
        case .newerVersion:
            "This profile was written by a newer Confab: update Confab, or use another --profile."
        case .olderVersion:
            "This profile was written by an older Confab: open it with confab, which brings it up to date."
        case .corrupt(let detail):
            "The database is damaged: end Confab and start it again, which saves what is unsent (\(detail))."
        case .diskFull:
            "The disk is full: make room, then try again."
        case .readOnly:
            "The database can't be written: see to the permissions of the profile's directory and the disk's."
        case .other(let detail):
            "The database could not be used (\(detail)): try again, and run confab doctor if it stays."
        }
    }
}
