import Synchronization

/// The lines that were withdrawn while the program runs. Their uploads stop at the next piece.
final class Withdrawals: Sendable {
    private let ids = Mutex<Set<String>>([])

    func add(_ lineIDs: [String]) {
        ids.withLock { $0.formUnion(lineIDs) }
    }

    func contains(_ lineID: String) -> Bool { ids.withLock { $0.contains(lineID) } }
}
