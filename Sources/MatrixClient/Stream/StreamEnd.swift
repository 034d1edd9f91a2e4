/// The reason why a stream ended.
enum StreamEnd: Error, Hashable, Sendable {
    /// It was never established: the server is unreachable, refused, or a proxy doesn't support WebSocket.
    case noHandshake
    /// The server closed it with 4001: the token is no longer valid.
    case tokenEnded
    case lost(UnreachableReason)
}
