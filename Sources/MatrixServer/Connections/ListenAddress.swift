import HummingbirdCore

/// The address of a listener.
enum ListenAddress: Sendable {
    case tcp(host: String, port: Int)
    case unixSocket(path: String)

    var bindAddress: BindAddress {
        switch self {
        case .tcp(let host, let port): .hostname(host, port: port)
        case .unixSocket(let path): .unixDomainSocket(path: path)
        }
    }
}
