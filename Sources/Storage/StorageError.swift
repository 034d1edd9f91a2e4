import Foundation
import GRDB

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

extension StorageError {
    /// Converts an error. It takes the code and the message from SQLite, but not the statement's arguments, which are
    /// private texts.
    init(_ error: any Error) {
        switch error {
        case let error as StorageError: self = error
        case let error as DatabaseError: self.init(error)
        default: self = .other(error.localizedDescription)
        }
    }

    /// Converts an error `code` of a system call.
    init(errno code: Int32, path: String) {
        switch code {
        case ENOSPC, EDQUOT: self = .diskFull
        case EACCES, EPERM, EROFS: self = .readOnly
        default: self = .other("\(path): \(String(cString: strerror(code)))")
        }
    }

    private init(_ error: DatabaseError) {
        let detail = error.message ?? "SQLite error \(error.resultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(detail)
        case .SQLITE_FULL: self = .diskFull
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: self = .readOnly
        default: self = .other(detail)
        }
    }
}
