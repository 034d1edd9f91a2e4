import Synchronization

/// Remembers the addresses from which accounts were used with a valid token or the right password. A known address
/// waits less when many others try passwords. The list is kept in memory only.
final class KnownPeers: Sendable {
    private struct Use: Hashable {
        let peer: Peer
        let account: String
    }

    private static let most = 10_000
    /// The uses, each with its sequence number. The oldest uses are forgotten first.
    private let uses = Mutex<(all: [Use: UInt64], next: UInt64)>(([:], 0))

    func note(_ peer: Peer, _ account: String) {
        uses.withLock { uses in
            uses.next += 1
            uses.all[Use(peer: peer, account: account)] = uses.next
            guard uses.all.count > KnownPeers.most else { return }
            let middle = uses.all.values.sorted()[KnownPeers.most / 2]
            uses.all = uses.all.filter { $0.value > middle }
        }
    }

    func contains(_ peer: Peer, _ account: String) -> Bool {
        uses.withLock { $0.all[Use(peer: peer, account: account)] != nil }
    }
}
