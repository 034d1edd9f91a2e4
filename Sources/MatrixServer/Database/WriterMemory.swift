import Synchronization

/// Passes the writer's cache from one group of changes to the next. A group that fails passes nothing on.
final class WriterMemory: Sendable {
    private let known = Mutex(KnownRooms())

    /// Takes the cache for exclusive use. Later calls return an empty one until it is put back.
    func take() -> KnownRooms {
        known.withLock { known in
            let taken = known
            known = KnownRooms()
            return taken
        }
    }

    /// - Parameter rooms: The cache after a commit.
    func keep(_ rooms: KnownRooms) { known.withLock { $0 = rooms } }
}
