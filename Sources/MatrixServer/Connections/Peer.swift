import Glibc
import NIOCore

/// Whom limits count: who is at the other end of a connection.
enum Peer: Hashable, Sendable {
    /// The bytes of an IPv4 address, or the first eight of an IPv6 address: so many a single line has for itself.
    case address([UInt8])
    /// One of the addresses that this machine has for itself alone, each counted by itself where passwords are tried.
    case loopback([UInt8])
    /// A system user at a Unix socket.
    case user(UInt32)
    case unknown

    init(_ channel: any Channel) {
        self = channel.remoteAddress?.ipAddress.flatMap(Peer.init) ?? Peer.user(of: channel).map(Peer.user) ?? .unknown
    }

    /// - Returns: `nil` where the text is no IP address.
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

    /// - Parameter bytes: four or sixteen.
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

    /// Whether many people may be behind it.
    var isShared: Bool {
        switch self {
        case .loopback, .user, .unknown: true
        case .address: false
        }
    }

    /// As whom its connections are counted: all of loopback is one, since each program there has sixteen million addresses.
    var forConnections: Peer {
        switch self {
        case .loopback: .loopback([])
        case .address, .user, .unknown: self
        }
    }

    /// The user that the kernel names as the other end of a Unix socket.
    private static func user(of channel: any Channel) -> UInt32? {
        var user: UInt32?
        let credentials: EventLoopFuture<Credentials>? = (channel as? any SocketOptionProvider)?.unsafeGetSocketOption(
            level: .socket, name: NIOBSDSocket.Option(rawValue: SO_PEERCRED))
        // On the channel's own loop the answer is there at once.
        credentials?.assumeIsolated().whenSuccess { user = $0.user }
        return user
    }

    /// `struct ucred`, which Glibc shows to GNU programs alone (unix(7)).
    private struct Credentials {
        let process: Int32
        let user: UInt32
        let group: UInt32
    }
}
