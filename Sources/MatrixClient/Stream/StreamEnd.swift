/// Why a stream is no more.
enum StreamEnd: Error, Hashable, Sendable {
    /// There never was one: not reachable, refused, or something between that doesn't know WebSocket.
    case noHandshake
    /// The server closed with 4001: the token no longer counts.
    case tokenEnded
    case lost(UnreachableReason)
}
