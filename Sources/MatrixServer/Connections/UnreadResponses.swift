import NIOCore
import Synchronization

/// Counts the bytes that clients have not read, and selects the connections to close when there are too many.
final class UnreadResponses: Sendable {
    /// The waiting data of a connection.
    private struct Entry {
        let connection: Connection
        var bytes: Int
        /// The time since which the client has read too little.
        var slowSince: NIODeadline

        var peer: Peer { connection.peer.forConnections }
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The waiting bytes of each peer, and its connections.
        var peers: [Peer: (bytes: Int, connections: Set<ObjectIdentifier>)] = [:]
        var total = 0

        mutating func put(_ key: ObjectIdentifier, _ entry: Entry) {
            remove(key)
            entries[key] = entry
            total += entry.bytes
            peers[entry.peer, default: (0, [])].bytes += entry.bytes
            peers[entry.peer]?.connections.insert(key)
        }

        mutating func remove(_ key: ObjectIdentifier) {
            guard let entry = entries.removeValue(forKey: key) else { return }
            total -= entry.bytes
            peers[entry.peer]?.bytes -= entry.bytes
            peers[entry.peer]?.connections.remove(key)
            if peers[entry.peer]?.connections.isEmpty == true { peers[entry.peer] = nil }
        }

        /// Returns the slowest connection of the peer with the most waiting bytes, among peers with more than one
        /// waiting connection.
        func slowest() -> (key: ObjectIdentifier, entry: Entry)? {
            let greediest = peers.values.filter { $0.connections.count > 1 }.max { $0.bytes < $1.bytes }
            return greediest?.connections.compactMap { key in entries[key].map { (key, $0) } }
                .min { $0.1.slowSince < $1.1.slowSince }
        }
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: The maximum in bytes.
    init(limit: Int) { self.limit = limit }

    var total: Int { state.withLock { $0.total } }

    /// Updates the waiting bytes of a connection, and closes connections until the total is within the limit.
    func set(_ key: ObjectIdentifier, _ connection: Connection, bytes: Int, slowSince: NIODeadline) {
        let surplus = state.withLock { state in
            let before = state.entries[key]?.bytes ?? 0
            state.put(key, Entry(connection: connection, bytes: bytes, slowSince: slowSince))
            var surplus: [Connection] = []
            while bytes > before, state.total > limit, let slowest = state.slowest() {
                surplus.append(slowest.entry.connection)
                state.remove(slowest.key)
            }
            return surplus
        }
        for connection in surplus { connection.cut() }
    }

    func remove(_ key: ObjectIdentifier) { state.withLock { $0.remove(key) } }
}
