import GRDB
import Synchronization

/// The hashes of the valid tokens, in memory: the check before a WebSocket upgrade can't wait for the database.
final class TokenRegistry: Sendable {
    /// Both ways, so that no question costs more with more devices.
    private struct State {
        var callers: [[UInt8]: Caller] = [:]
        var hashes: [Caller: [UInt8]] = [:]

        mutating func remove(_ caller: Caller) {
            if let hash = hashes.removeValue(forKey: caller) { callers[hash] = nil }
        }
    }

    private let state = Mutex(State())

    func caller(token: String) -> Caller? {
        let hash = AccessToken.hash(token)
        return state.withLock { $0.callers[hash] }
    }

    /// Whether the device has a valid token, whichever.
    func isValid(_ caller: Caller) -> Bool { state.withLock { $0.hashes[caller] != nil } }

    func insert(_ hash: [UInt8], _ caller: Caller) {
        state.withLock { state in
            state.remove(caller)
            state.callers[hash] = caller
            state.hashes[caller] = hash
        }
    }

    func load(_ all: [[UInt8]: Caller]) {
        for (hash, caller) in all { insert(hash, caller) }
    }

    func remove(_ caller: Caller) { state.withLock { $0.remove(caller) } }

    func removeAll(of user: String) {
        state.withLock { state in
            for caller in state.hashes.keys where caller.userID == user { state.remove(caller) }
        }
    }
}
