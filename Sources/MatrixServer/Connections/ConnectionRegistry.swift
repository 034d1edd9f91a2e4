import NIOCore
import Synchronization

/// The open connections: whether their clients are still there, and what to close when the time to stop is up.
final class ConnectionRegistry: Sendable {
    private struct Entry {
        let channel: any Channel
        let presence: ClientPresence
    }

    private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

    func insert(_ channel: any Channel) {
        let key = ObjectIdentifier(channel)
        let presence = ClientPresence()
        entries.withLock { $0[key] = Entry(channel: channel, presence: presence) }
        channel.closeFuture.whenComplete { _ in
            presence.go()
            self.entries.withLock { $0[key] = nil }
        }
    }

    func presence(of channel: any Channel) -> ClientPresence? {
        entries.withLock { $0[ObjectIdentifier(channel)]?.presence }
    }

    func closeAll() {
        let channels = entries.withLock { $0.values.map(\.channel) }
        for channel in channels { channel.close(promise: nil) }
    }
}
