import Synchronization

/// Hands what the writer remembers from one group of changes to the next. A group that fails hands nothing on.
final class WriterMemory: Sendable {
    private let known = Mutex(KnownRooms())

    /// Whoever takes it has it alone; the next one gets an empty one until it is kept again.
    func take() -> KnownRooms {
        known.withLock { known in
            let taken = known
            known = KnownRooms()
            return taken
        }
    }

    /// - Parameter rooms: as they are after a commit.
    func keep(_ rooms: KnownRooms) { known.withLock { $0 = rooms } }
}
