import Glibc
import HummingbirdCore
import NIOCore

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

/// Turns a system error into an error that names the address.
enum ListenErrorMapping {
    static func describe(_ error: (any Error)?, _ address: ListenAddress) -> ServerError {
        let isInUse = (error as? IOError)?.errnoCode == EADDRINUSE
        let reason = error.map { "\($0)" } ?? "it ended at once"
        switch address {
        case .tcp(let host, let port):
            return isInUse ? .addressInUse("\(host):\(port)") : .addressUnusable("\(host):\(port)", reason: reason)
        case .unixSocket(let path):
            return isInUse ? .socketInUse(path: path) : .socketUnusable(path: path, reason: reason)
        }
    }
}

/// The number of files that this process may have open (`ulimit -n`).
package enum OpenFiles {
    /// Raises the limit as far as the system allows without privileges. If the system refuses, the limit stays as
    /// it was.
    package static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// - Returns: `.max` if there is no limit.
    static var limit: Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return .max }
        return Int(clamping: limit.rlim_cur)
    }
}

/// The reverse proxy in front of a server. It counts as a shared address, and its `X-Forwarded-For` header is trusted.
package struct ReverseProxy: Sendable {
    /// The proxy's address; `nil` if the proxy connects through the Unix socket.
    private let peer: Peer?

    /// - Parameter text: The IP address from which the proxy connects, or `unix`.
    /// - Returns: `nil` if the text is neither.
    package init?(_ text: String) {
        if text == "unix" {
            peer = nil
        } else if let peer = Peer(text) {
            self.peer = peer
        } else {
            return nil
        }
    }

    func isAt(_ peer: Peer) -> Bool {
        switch peer {
        case .user: self.peer == nil
        case .address, .loopback, .unknown: self.peer == peer
        }
    }
}

/// The token that opened a stream.
struct StreamToken: Hashable, Sendable {
    let caller: Caller
    /// The token's hash if the token was not used before. The device's earlier token ends then.
    let nextHash: [UInt8]?
    /// Milliseconds since 1970; `nil` if the token never expires.
    let expiresAt: Int64?
}

/// The file of a Unix socket: checks whether a server listens there, and removes the file left by a crash.
package enum UnixSocketFile {
    static func prepare(_ path: String) throws(ServerError) {
        guard path.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path) else {
            throw .socketUnusable(path: path, reason: "the path is longer than a socket's may be")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw .socketUnusable(path: path, reason: "another file is there")
        }
        guard !isListening(path) else { throw .socketInUse(path: path) }
        guard unlink(path) == 0 else {
            throw .socketUnusable(path: path, reason: String(cString: strerror(errno)))
        }
    }

    /// Restricts the socket to its owner.
    static func protect(_ path: String) { chmod(path, 0o600) }

    /// Whether a server accepts connections on the socket.
    package static func isListening(_ path: String) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return result == 0
    }
}
