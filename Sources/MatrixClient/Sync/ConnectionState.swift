/// The state of the connection to the homeserver.
package enum ConnectionState: Sendable, Hashable {
    case connecting
    case online
    /// Not connected. The next attempt follows after the delay, or immediately after ``SyncLoop/tryNow()``.
    case waiting(MatrixClientError, milliseconds: Int64)
    /// The connection ended for good, for example by a logout.
    case stopped(MatrixClientError)

    /// A description for a log. The reason for a wait is omitted, since it was logged with the failed request.
    var logText: String {
        switch self {
        case .connecting: "connecting"
        case .online: "online"
        case .waiting(_, let milliseconds): "waiting for \(milliseconds) ms"
        case .stopped(let error): "stopped, \(error.logText)"
        }
    }
}
