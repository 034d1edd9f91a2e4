import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL

extension MatrixClientError {
    /// Turns what the network libraries throw into a person's words.
    init(transport error: any Error) {
        switch error {
        case let error as MatrixClientError: self = error
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError where error == .cancelled: self = .cancelled
        default: self = .unreachable(reason: MatrixClientError.reason(of: error))
        }
    }

    /// Whether no connection came about, so that nothing of the request can have reached anyone.
    package var isWithoutConnection: Bool {
        guard case .unreachable(let reason) = self else { return false }
        return [MatrixClientError.unknownName, MatrixClientError.refusedConnection, MatrixClientError.noSocket]
            .contains(reason)
    }

    private static let unknownName = "there is no server of this name. Check the name and your network"
    private static let refusedConnection = "nothing answers at this address. Is the server running?"
    private static let noSocket = "there is no such socket. Is the server running?"

    private static func reason(of error: any Error) -> String {
        switch error {
        case let error as HTTPClientError: reason(of: error)
        case let error as NIOConnectionError: reason(of: error)
        case let error as IOError: reason(ofErrno: error.errnoCode)
        case let error as ChannelError: reason(of: error)
        case is SocketAddressError: unknownName
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError, is NIOSSLCloseTimedOutError: reason(ofTLS: error)
        case is NIOTooManyBytesError: "its answer is larger than Confab accepts"
        default: "the connection failed (\(String(describing: type(of: error))))"
        }
    }

    private static func reason(of error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout, .getConnectionFromPoolTimeout, .deadlineExceeded, .readTimeout, .writeTimeout:
            "it didn't answer in time"
        case .tlsHandshakeTimeout: "the encryption could not be set up in time"
        case .remoteConnectionClosed, .uncleanShutdown: "the connection broke off"
        default: "the connection failed (\(error.shortDescription))"
        }
    }

    private static func reason(of error: NIOConnectionError) -> String {
        if let first = error.connectionErrors.first { return reason(of: first.error) }
        return unknownName
    }

    private static func reason(of error: ChannelError) -> String {
        switch error {
        case .connectTimeout: "it didn't answer in time"
        case .ioOnClosedChannel, .alreadyClosed, .eof, .inputClosed, .outputClosed: "the connection broke off"
        default: "the connection failed"
        }
    }

    private static func reason(ofErrno code: CInt) -> String {
        switch code {
        case ECONNREFUSED: refusedConnection
        case ENOENT: noSocket
        case ECONNRESET, EPIPE: "the connection broke off"
        case EHOSTUNREACH, ENETUNREACH, ENETDOWN: "there is no way to it. Check your network"
        case ETIMEDOUT: "it didn't answer in time"
        case EACCES, EPERM: "this account may not open the socket"
        default: "the connection failed (error \(code))"
        }
    }
}
