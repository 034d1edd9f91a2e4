import Glibc
import NIOCore

/// The remote end of a connection, by which limits are counted.
enum Peer: Hashable, Sendable {
    /// The bytes of an IPv4 address, or the first eight of an IPv6 address, since a single customer line has that
    /// prefix for itself.
    case address([UInt8])
    /// A loopback address of this machine. Password limits count each loopback address separately.
    case loopback([UInt8])
    /// A system user at a Unix socket.
    case user(UInt32)
    case unknown

    init(_ channel: any Channel) {
        self = channel.remoteAddress?.ipAddress.flatMap(Peer.init) ?? Peer.user(of: channel).map(Peer.user) ?? .unknown
    }

    /// - Returns: `nil` if the text is not an IP address.
    init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(Array(bytes.prefix(4)))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.init(bytes)
        } else {
            return nil
        }
    }

    /// - Parameter bytes: Four or sixteen bytes.
    private init(_ bytes: [UInt8]) {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        if bytes.count == 16, bytes.starts(with: mapped) {
            self.init(Array(bytes.dropFirst(mapped.count)))
        } else if bytes.count == 4 {
            self = bytes[0] == 127 ? .loopback(bytes) : .address(bytes)
        } else {
            self = bytes == [UInt8](repeating: 0, count: 15) + [1] ? .loopback(bytes) : .address(Array(bytes.prefix(8)))
        }
    }

    /// Whether many people may share the address.
    var isShared: Bool {
        switch self {
        case .loopback, .user, .unknown: true
        case .address: false
        }
    }

    /// The peer under which its connections are counted. All of loopback counts as one, since each local program
    /// has sixteen million addresses there.
    var forConnections: Peer {
        switch self {
        case .loopback: .loopback([])
        case .address, .user, .unknown: self
        }
    }

    /// The user that the kernel reports as the other end of a Unix socket.
    private static func user(of channel: any Channel) -> UInt32? {
        var user: UInt32?
        let credentials: EventLoopFuture<Credentials>? = (channel as? any SocketOptionProvider)?.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        // On the channel's own event loop the result is available at once.
        credentials?.assumeIsolated().whenSuccess { user = $0.user }
        return user
    }

    /// `struct ucred`, which Glibc declares only for GNU programs (unix(7)).
    private struct Credentials {
        let process: Int32
        let user: UInt32
        let group: UInt32
    }
}
