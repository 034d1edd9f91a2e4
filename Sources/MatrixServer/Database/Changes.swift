import GRDB

/// The context of a group of changes: the database inside the transaction, the cached rooms, and the users to wake
/// after the commit.
///
/// All changes wait for the single writer. The cost of a change is bounded by its request, never by the number of
/// members, names, rules or rooms.
final class Changes {
    let database: Database
    var known: RoomCache
    private(set) var woken = NotifiedUsers()

    init(database: Database, known: RoomCache = RoomCache()) {
        self.database = database
        self.known = known
    }

    func wake(_ user: String) { woken.users.insert(user) }

    /// Wakes all who are joined to the room.
    func wakeMembers(of room: String) { woken.rooms.insert(room) }

    /// Records that the members of the room changed.
    func changeMembers(of room: String) { woken.changedRooms.insert(room) }

    /// Runs a change. If it throws, its effects here are undone; the caller undoes its writes.
    func attempt(_ change: () throws -> Void) throws {
        let before = woken
        known.beginChange()
        do {
            try change()
        } catch {
            woken = before
            known.undoChange()
            throw error
        }
    }
}

/// A cache of rooms that the single writer keeps across transactions, so that consecutive messages don't read the
/// same data again.
///
/// A group of changes takes the cache, and it is kept only if the group is committed (``WriterCache``). A refused
/// change removes the rooms that it wrote to. A change of a room's state removes the room.
struct RoomCache: Sendable {
    /// The approximate maximum in bytes. Past it the cache is cleared. A room costs a few hundred bytes and the
    /// text of its power levels.
    private static let largest = 1 << 20

    /// The position of the newest event of all rooms; `nil` if it has to be read.
    var latestStream: Int64?
    private var rooms: [String: KnownRoom] = [:]
    private var size = 0
    /// The rooms that the running change has written to.
    private var touched: Set<String> = []

    subscript(room: String) -> KnownRoom? { rooms[room] }

    /// - Parameter size: The size of `known` in bytes.
    mutating func put(_ known: KnownRoom, for room: String, size: Int) {
        evict(for: size)
        rooms[room] = known
    }

    mutating func put(_ member: KnownMember, _ user: String, in room: String) {
        evict(for: 256)
        rooms[room]?.members[user] = member
    }

    /// Updates the room's newest event.
    mutating func advance(_ room: String, to tip: RoomTip, sender: String, ordinal: Int64, stream: Int64) {
        latestStream = stream
        rooms[room]?.tip = tip
        rooms[room]?.members[sender]?.ordinal = ordinal
    }

    mutating func forget(_ room: String) { rooms[room] = nil }

    /// Starts recording the writes of a new change.
    mutating func beginChange() { touched = [] }

    mutating func touch(_ room: String) { touched.insert(room) }

    /// Removes the rooms that the undone change wrote to.
    mutating func undoChange() {
        latestStream = nil
        for room in touched { rooms[room] = nil }
    }

    private mutating func evict(for added: Int) {
        size += added
        guard size > RoomCache.largest else { return }
        rooms = [:]
        size = added
    }
}
