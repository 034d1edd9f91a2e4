/// How following the homeserver stands.
package enum ConnectionState: Sendable, Hashable {
    case connecting
    case online
    /// Not connected; the next try comes after the wait, or at once after ``SyncLoop/tryNow()``.
    case waiting(reason: String, milliseconds: Int64)
    /// It ended for good, as by a logout.
    case stopped(MatrixClientError)
}
