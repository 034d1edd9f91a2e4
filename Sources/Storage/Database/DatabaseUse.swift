import Dispatch
import Synchronization

/// Counts what is asked of a database and not answered yet, so that it is closed under nobody: SQLite's connections may not be
/// used once they are closed.
final class DatabaseUse: Sendable {
    private struct State {
        var isClosed = false
        var hasWritten = false
        var underWay = 0
    }

    private let state = Mutex(State())
    private let group = DispatchGroup()

    var isClosed: Bool { state.withLock { $0.isClosed } }
    /// Whether anything was to be written so far.
    var hasWritten: Bool { state.withLock { $0.hasWritten } }
    /// How much is asked and not answered.
    var underWay: Int { state.withLock { $0.underWay } }

    /// Whoever begins ends.
    ///
    /// - Throws: ``StorageError`` once it is closed.
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

    /// Lets nothing more begin, and returns once all that began has ended.
    ///
    /// - Returns: `false` where it was closed before.
    func close() -> Bool {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        group.wait()
        return isFirst
    }
}
