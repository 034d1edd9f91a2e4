package import MatrixClient
package import Storage

/// The reason why a request failed. Builders turn it into text.
package enum FailureReason: Hashable, Sendable {
    /// The homeserver refused the request or couldn't be reached.
    case server(MatrixClientError)
    /// The profile's database failed.
    case storage(StorageError)
    /// An error without its own text, as it describes itself.
    case other(String)

    /// - Parameter error: an error of the profile's database.
    package init(storing error: any Error) {
        self = (error as? StorageError).map(FailureReason.storage) ?? .other("\(error)")
    }
}

/// A reason why an action failed, from any part of the program. Code passes it on unformatted; builders
/// turn it into text.
package protocol Reason: Sendable {
    /// The error and what to do about it, in one line; it may contain untrusted text.
    var message: String { get }
}
