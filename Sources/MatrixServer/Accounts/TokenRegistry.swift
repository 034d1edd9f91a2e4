import GRDB
import Synchronization

/// The hashes of the valid tokens, in memory: the check before a WebSocket upgrade can't wait for the database.
final class TokenRegistry: Sendable {
    private let callers = Mutex<[[UInt8]: Caller]>([:])

    func caller(token: String) -> Caller? {
        let hash = AccessToken.hash(token)
        return callers.withLock { $0[hash] }
    }

    /// Whether the device has a valid token, whichever.
    func isValid(_ caller: Caller) -> Bool { callers.withLock { $0.values.contains(caller) } }

    func insert(_ hash: [UInt8], _ caller: Caller) {
        callers.withLock { callers in
            callers = callers.filter { $0.value != caller }
            callers[hash] = caller
        }
    }

    func load(_ all: [[UInt8]: Caller]) { callers.withLock { $0 = all } }

    func remove(_ caller: Caller) { callers.withLock { $0 = $0.filter { $0.value != caller } } }

    func removeAll(of user: String) { callers.withLock { $0 = $0.filter { $0.value.userID != user } } }
}
