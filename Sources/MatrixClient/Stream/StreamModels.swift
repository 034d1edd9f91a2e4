/// The reason why a stream ended.
enum StreamEnd: Error, Hashable, Sendable {
    /// It was never established: the server is unreachable, refused, or a proxy doesn't support WebSocket.
    case noHandshake
    /// The server closed it with 4001: the token is no longer valid.
    case tokenEnded
    case lost(UnreachableReason)
}

/// The relevant parts of a WebSocket frame (RFC 6455, section 5.2).
struct StreamFrame: Sendable {
    enum Kind: Hashable, Sendable {
        case text, binary, continuation, ping, pong, close
        case unknown
    }

    let kind: Kind
    let isFinal: Bool
    /// Whether the payload is masked, which a server must not do.
    let isMasked: Bool
    let payload: [UInt8]
}
