import Glibc
import NIOCore
import Synchronization

/// The open connections: their number for each peer, and the channels to close when the server's time to stop is over.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: (channel: any Channel, connection: Connection)] = [:]
        var counts: [Peer: Int] = [:]
    }

    /// The data that clients have not read yet, over all connections.
    let unread: UnreadResponses
    /// The maximum number of connections that each listener accepts.
    let maximum: Int
    private let perAddress: Int
    private let proxy: ReverseProxy?
    private let perSharedAddress: Int
    private let state = Mutex(State())

    init(_ configuration: ServerConfiguration) {
        let limits = configuration.limits
        proxy = configuration.proxy
        unread = UnreadResponses(limit: limits.unreadBytes)
        let listeners = (configuration.listenAddress == nil ? 0 : 1) + (configuration.unixSocketPath == nil ? 0 : 1)
        let files = (OpenFiles.limit - limits.filesKept) / max(listeners, 1)
        maximum = max(1, min(limits.connections, files))
        // If the maximum is low, no peer may use all of it.
        perSharedAddress = max(1, min(limits.connectionsPerSharedAddress, maximum / 8 * 7))
        perAddress = max(1, min(limits.connectionsPerAddress, maximum / 2))
    }

    /// - Returns: `nil` if the peer has reached its maximum number of connections.
    func insert(_ channel: any Channel) -> Connection? {
        let key = ObjectIdentifier(channel)
        let peer = Peer(channel)
        let counted = peer.forConnections
        let most = counted.isShared || proxy?.isAt(peer) == true ? perSharedAddress : perAddress
        let connection = Connection(channel, peer)
        let isAllowed = state.withLock { state in
            guard state.counts[counted, default: 0] < most else { return false }
            state.counts[counted, default: 0] += 1
            state.connections[key] = (channel, connection)
            return true
        }
        guard isAllowed else { return nil }
        channel.closeFuture.whenComplete { _ in
            connection.presence.markDisconnected()
            self.unread.remove(key)
            self.state.withLock { state in
                state.connections[key] = nil
                let rest = state.counts[counted, default: 1] - 1
                state.counts[counted] = rest == 0 ? nil : rest
            }
        }
        return connection
    }

    func connection(of channel: any Channel) -> Connection? {
        state.withLock { $0.connections[ObjectIdentifier(channel)]?.connection }
    }

    func closeAll() {
        let channels = state.withLock { $0.connections.values.map(\.channel) }
        for channel in channels { channel.close(promise: nil) }
    }
}

/// Whether the client of a connection is still connected; a long poll ends when it disconnects.
final class ClientPresence: Sendable {
    private struct State {
        var isGone = false
        var onGone: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    var isGone: Bool { state.withLock { $0.isGone } }

    /// - Parameter action: Runs when the client disconnects, or at once if it already has. It replaces an earlier
    ///   action.
    func whenGone(_ action: (@Sendable () -> Void)?) {
        let isGone = state.withLock { state in
            state.onGone = action
            return state.isGone
        }
        if isGone { action?() }
    }

    func markDisconnected() {
        state.withLock { state in
            state.isGone = true
            return state.onGone
        }?()
    }
}

/// An open connection: its peer, whether its client is still connected, and the action to take when it reads too
/// slowly.
final class Connection: Sendable {
    let peer: Peer
    let presence = ClientPresence()
    private let channel: any Channel
    private let stalled = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ channel: any Channel, _ peer: Peer) {
        self.channel = channel
        self.peer = peer
    }

    /// - Parameter action: Runs instead of ``cut()`` when the client reads too slowly.
    func whenStalled(_ action: @escaping @Sendable () -> Void) { stalled.withLock { $0 = action } }

    func stall() {
        if let action = stalled.withLock({ $0 }) { action() } else { cut() }
    }

    /// Closes the connection at once and drops the data that is waiting to be sent, in the kernel as well.
    func cut() {
        let channel = channel
        channel.eventLoop.execute {
            // Without the option the kernel would go on sending its buffer, for minutes.
            _ = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
            channel.close(promise: nil)
        }
    }
}
