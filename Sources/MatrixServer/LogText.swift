import GRDB

/// The text of an error for the log. It contains nothing that a client sent or that is in the database.
enum LogText {
    static func of(_ error: any Error) -> String {
        switch error {
        case let error as DatabaseError: "SQLite error \(error.extendedResultCode.rawValue)"
        default: String(describing: type(of: error))
        }
    }
}
