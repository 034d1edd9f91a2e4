import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension MatrixClientError {
    /// Converts an error of the network libraries.
    init(transport error: any Error) {
        switch error {
        case let error as MatrixClientError: self = error
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError where error == .cancelled: self = .cancelled
        default: self = .unreachable(MatrixClientError.reason(of: error))
        }
    }

    /// Whether no connection was established, so that the server can't have received any of the request.
    package var isWithoutConnection: Bool {
        guard case .unreachable(let reason) = self else { return false }
        return [.unknownName, .refused, .noSocket].contains(reason)
    }

    private static func reason(of error: any Error) -> UnreachableReason {
        switch error {
        case let error as HTTPClientError: reason(of: error)
        case let error as NIOConnectionError: reason(of: error)
        case let error as IOError: reason(ofErrno: error.errnoCode)
        case let error as ChannelError: reason(of: error)
        case is SocketAddressError: .unknownName
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError, is NIOSSLCloseTimedOutError: reason(ofTLS: error)
        case is NIOTooManyBytesError: .tooLargeAnswer
        case let error as HTTPParserError where error == .invalidEOFState: .brokeOff
        default: .failed(detail: String(describing: type(of: error)))
        }
    }

    private static func reason(of error: HTTPClientError) -> UnreachableReason {
        switch error {
        case .connectTimeout, .getConnectionFromPoolTimeout, .deadlineExceeded, .readTimeout, .writeTimeout:
            .timedOut
        case .tlsHandshakeTimeout: .slowEncryption
        case .remoteConnectionClosed, .uncleanShutdown: .brokeOff
        default: .failed(detail: error.shortDescription)
        }
    }

    private static func reason(of error: NIOConnectionError) -> UnreachableReason {
        if let first = error.connectionErrors.first { return reason(of: first.error) }
        return .unknownName
    }

    private static func reason(of error: ChannelError) -> UnreachableReason {
        switch error {
        case .connectTimeout: .timedOut
        case .ioOnClosedChannel, .alreadyClosed, .eof, .inputClosed, .outputClosed: .brokeOff
        default: .failed(detail: nil)
        }
    }

    private static func reason(ofErrno code: CInt) -> UnreachableReason {
        switch code {
        case ECONNREFUSED: .refused
        case ENOENT: .noSocket
        case ECONNRESET, EPIPE: .brokeOff
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN: .noRoute
        case ETIMEDOUT: .timedOut
        case EACCES, EPERM: .forbiddenSocket
        default: .failedByNumber(code)
        }
    }
}
