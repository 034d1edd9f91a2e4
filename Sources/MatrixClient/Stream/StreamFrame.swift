/// A WebSocket frame as far as the stream looks at it (RFC 6455, section 5.2).
struct StreamFrame: Sendable {
    enum Kind: Hashable, Sendable {
        case text, binary, continuation, ping, pong, close
        case unknown
    }

    let kind: Kind
    let isFinal: Bool
    /// A server must not mask.
    let isMasked: Bool
    let payload: [UInt8]
}
