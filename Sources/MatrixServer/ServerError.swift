import GRDB

/// The reason why an embedded server doesn't start or serve its own process.
package enum ServerError: Error, Hashable, Sendable {
    case invalidServerName(String)
    case differentServerName(stored: String, asked: String)
    case dataDirectoryUnusable(path: String, reason: String)
    case dataInUse(path: String)
    case databaseNewer(path: String)
    case databaseUnusable(path: String, reason: String)
    case addressInUse(String)
    case addressUnusable(String, reason: String)
    case socketInUse(path: String)
    case socketUnusable(path: String, reason: String)
    case invalidLocalpart(String)
    case accountHasPassword(String)
    case alreadyStarted
}

/// The text of an error for the log. It contains nothing that a client sent or that is in the database.
enum LogText {
    static func of(_ error: any Error) -> String {
        switch error {
        case let error as DatabaseError: "SQLite error \(error.extendedResultCode.rawValue)"
        default: String(describing: type(of: error))
        }
    }
}
