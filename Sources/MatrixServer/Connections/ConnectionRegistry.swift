import NIOCore
import Synchronization

/// The open connections: their count for each peer, and the channels to close when the time to stop is up.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: (channel: any Channel, connection: Connection)] = [:]
        var counts: [Peer: Int] = [:]
    }

    /// The data that waits for readers, over all connections.
    let unread: UnreadAnswers
    /// The maximum number of connections that each listener accepts.
    let maximum: Int
    private let perAddress: Int
    private let proxy: ReverseProxy?
    private let perSharedAddress: Int
    private let state = Mutex(State())

    init(_ configuration: ServerConfiguration) {
        let limits = configuration.limits
        proxy = configuration.proxy
        unread = UnreadAnswers(limit: limits.unreadBytes)
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
            connection.presence.go()
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
