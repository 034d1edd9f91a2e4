import Dispatch
import Synchronization

/// Counts pending database requests, so that the database is closed only after they end. SQLite's connections must
/// not be used after they are closed.
final class DatabaseUse: Sendable {
    private struct State {
        var isClosed = false
        var hasWritten = false
        var underWay = 0
    }

    private let state = Mutex(State())
    private let group = DispatchGroup()

    var isClosed: Bool { state.withLock { $0.isClosed } }
    /// Whether a write was requested so far.
    var hasWritten: Bool { state.withLock { $0.hasWritten } }
    /// The number of pending requests.
    var underWay: Int { state.withLock { $0.underWay } }

    /// Begins a request. Each call needs a call of ``end()``.
    ///
    /// - Throws: ``StorageError`` if the database is closed.
    func begin(writing: Bool = false) throws(StorageError) {
        let isOpen = state.withLock { state in
            guard !state.isClosed else { return false }
            state.hasWritten = state.hasWritten || writing
            state.underWay += 1
            group.enter()
            return true
        }
        guard isOpen else { throw .other("SQLite is closed") }
    }

    func end() {
        state.withLock { $0.underWay -= 1 }
        group.leave()
    }

    /// Rejects new requests, and returns when the pending ones have ended.
    ///
    /// - Returns: `false` if it was closed before.
    func close() -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        group.wait()
        return isFirst
    }
}
