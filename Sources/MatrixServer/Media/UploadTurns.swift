import Synchronization

/// Counts the running uploads, with limits for accounts, addresses and the server. Beyond the server's limit some
/// are reserved for accounts that have none, so that a few accounts with slow uploads don't block others.
final class UploadTurns: Sendable {
    private struct State {
        var ofAccounts: [String: Int] = [:]
        var ofPeers: [Peer: Int] = [:]
        var all = 0
    }

    private let limits: ServerLimits
    private let state = Mutex(State())

    init(_ limits: ServerLimits) { self.limits = limits }

    /// - Throws: A ``Refusal`` if there are too many already.
    func begin(_ user: String, _ peer: Peer) throws(Refusal) {
        let isAllowed = state.withLock { state in
            let (own, ofPeer) = (state.ofAccounts[user, default: 0], state.ofPeers[peer, default: 0])
            let most = limits.uploads + (own == 0 ? limits.uploadsKeptForOthers : 0)
            guard own < limits.uploadsPerAccount, peer.isShared || ofPeer < limits.uploadsPerAddress, state.all < most
            else { return false }
            state.ofAccounts[user] = own + 1
            state.ofPeers[peer] = ofPeer + 1
            state.all += 1
            return true
        }
        guard isAllowed else { throw .limited(milliseconds: 5_000) }
    }

    /// Ends an upload that took a turn.
    func end(_ user: String, _ peer: Peer) {
        state.withLock { state in
            let (own, ofPeer) = (state.ofAccounts[user, default: 1] - 1, state.ofPeers[peer, default: 1] - 1)
            state.ofAccounts[user] = own == 0 ? nil : own
            state.ofPeers[peer] = ofPeer == 0 ? nil : ofPeer
            state.all -= 1
        }
    }
}
