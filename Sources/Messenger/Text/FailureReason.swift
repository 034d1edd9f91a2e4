package import MatrixClient
package import Storage
import ViewModels

/// Why something that was asked for did not come about. Builders make words of it.
package enum FailureReason: Hashable, Sendable {
    /// The homeserver refused, or the way to it is closed.
    case server(MatrixClientError)
    /// The profile's database.
    case storage(StorageError)
    /// What has no words of its own, as it describes itself.
    case other(String)

    /// - Parameter error: of the profile's database.
    init(storing error: any Error) {
        self = (error as? StorageError).map(FailureReason.storage) ?? .other("\(error)")
    }

    /// What happened and what to do, in one line; it may hold text from outside.
    var text: String {
        switch self {
        case .server(let error): error.message
        case .storage(let error): error.message
        case .other(let error): .words("storage.no-answer", ["error": error])
        }
    }
}
