import NIOWebSocket

/// The reason for which the server ends a stream (RFC 6455, section 7.4; protocol, "The stream").
enum StreamClosure: Sendable {
    case normal, goingAway, protocolError, malformed, tooLarge, readerStalled, failed, tokenEnded

    var code: WebSocketErrorCode {
        switch self {
        case .normal: .normalClosure
        case .goingAway: .goingAway
        case .protocolError: .protocolError
        case .malformed: .dataInconsistentWithMessage
        case .tooLarge: .messageTooLarge
        case .readerStalled: .unknown(1013)
        case .failed: .unexpectedServerError
        case .tokenEnded: .unknown(4001)
        }
    }
}
