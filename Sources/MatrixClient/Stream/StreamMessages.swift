/// Assembles messages from frames and enforces the rules of RFC 6455 (sections 5.1, 5.4 and 5.5). Does no I/O.
struct StreamMessages: Sendable {
    enum Outcome: Hashable, Sendable {
        case nothing
        case message([UInt8])
        case answerPing([UInt8])
        /// Respond with the same code and close.
        case closed(code: UInt16?)
        /// Close with this code: the server violated the protocol.
        case violation(code: UInt16)
    }

    static let maximumMessageSize = 64 << 20

    private let maximumSize: Int
    private var partial: [UInt8]?

    init(maximumSize: Int = StreamMessages.maximumMessageSize) {
        self.maximumSize = maximumSize
    }

    mutating func receive(_ frame: StreamFrame) -> Outcome {
        if frame.isMasked { return .violation(code: 1002) }
        switch frame.kind {
        case .text:
            guard partial == nil else { return .violation(code: 1002) }
            return receive(frame.payload, isFinal: frame.isFinal)
        case .continuation:
            guard let begun = partial else { return .violation(code: 1002) }
            // Releases the stored reference first, so that the bytes are appended in place and not
            // copied for each frame.
            partial = nil
            return receive(begun, frame.payload, isFinal: frame.isFinal)
        case .binary: return .violation(code: 1003)
        case .ping: return .answerPing(frame.payload)
        case .pong: return .nothing
        case .close: return .closed(code: StreamMessages.code(of: frame.payload))
        case .unknown: return .violation(code: 1002)
        }
    }

    private mutating func receive(_ begun: consuming [UInt8], _ more: [UInt8] = [], isFinal: Bool) -> Outcome {
        guard begun.count + more.count <= maximumSize else { return .violation(code: 1009) }
        begun.append(contentsOf: more)
        if isFinal { return .message(begun) }
        partial = begun
        return .nothing
    }

    private static func code(of payload: [UInt8]) -> UInt16? {
        payload.count >= 2 ? UInt16(payload[0]) << 8 | UInt16(payload[1]) : nil
    }
}

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
