package import MatrixClient
package import Storage
import ViewModels

/// The reason why a request failed. Builders turn it into text.
package enum FailureReason: Hashable, Sendable {
    /// The homeserver refused the request or couldn't be reached.
    case server(MatrixClientError)
    /// The profile's database failed.
    case storage(StorageError)
    /// An error without its own text, as it describes itself.
    case other(String)

    /// - Parameter error: an error of the profile's database.
    init(storing error: any Error) {
        self = (error as? StorageError).map(FailureReason.storage) ?? .other("\(error)")
    }

    /// The error and what to do about it, in one line; it may contain untrusted text.
    var text: String {
        switch self {
        case .server(let error): error.message
        case .storage(let error): error.message
        case .other(let error): .words("storage.no-answer", ["error": error])
        }
    }
}

extension StorageError {
    /// The error in one line, with a remedy.
    package var message: String {
        switch self {
        case .newerVersion: .words("storage.newer-version")
        case .olderVersion: .words("storage.older-version")
        case .corrupt(let detail): .words("storage.corrupt", ["detail": detail])
        case .diskFull: .words("storage.disk-full")
        case .readOnly: .words("storage.read-only")
        case .other(let detail): .words("storage.other", ["detail": detail])
        }
    }
}
