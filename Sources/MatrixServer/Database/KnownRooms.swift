/// A cache of rooms that the single writer keeps across transactions, so that consecutive messages don't read the
/// same data again.
///
/// A group of changes takes the cache, and it is kept only if the group is committed (``WriterMemory``). A refused
/// change removes the rooms that it wrote to. A change of a room's state removes the room.
struct KnownRooms: Sendable {
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
        makeRoom(for: size)
        rooms[room] = known
    }

    mutating func put(_ member: KnownMember, _ user: String, in room: String) {
        makeRoom(for: 256)
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

    private mutating func makeRoom(for added: Int) {
        size += added
        guard size > KnownRooms.largest else { return }
        rooms = [:]
        size = added
    }
}
