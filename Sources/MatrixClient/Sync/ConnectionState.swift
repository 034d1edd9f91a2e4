/// How following the homeserver stands.
package enum ConnectionState: Sendable, Hashable {
    case connecting
    case online
    /// Not connected; the next try comes after the wait, or at once after ``SyncLoop/tryNow()``.
    case waiting(MatrixClientError, milliseconds: Int64)
    /// It ended for good, as by a logout.
    case stopped(MatrixClientError)

    /// For a log: why it waits was logged with the request that failed.
    var logText: String {
        switch self {
        case .connecting: "connecting"
        case .online: "online"
        case .waiting(_, let milliseconds): "waiting for \(milliseconds) ms"
        case .stopped(let error): "stopped, \(error.logText)"
        }
    }
}
