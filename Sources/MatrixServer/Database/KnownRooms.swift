/// What the one writer remembers of rooms from one transaction to the next, so that a line reads nothing that the one before
/// it has read.
///
/// A group of changes takes it along, and it is kept only where the group is committed (``WriterMemory``). A change that is
/// refused takes with it what it touched; whoever changes the state of a room forgets the room.
struct KnownRooms: Sendable {
    /// In bytes, roughly. Whoever needs more begins anew: a room costs a few hundred, and what its power levels have as text.
    private static let largest = 1 << 20

    /// The place of the newest event of all; `nil` where it has to be read.
    var latestStream: Int64?
    private var rooms: [String: KnownRoom] = [:]
    private var size = 0
    /// The rooms that the change which runs now has written to.
    private var touched: Set<String> = []

    subscript(room: String) -> KnownRoom? { rooms[room] }

    /// - Parameter size: of what is put, in bytes.
    mutating func put(_ known: KnownRoom, for room: String, size: Int) {
        makeRoom(for: size)
        rooms[room] = known
    }

    mutating func put(_ member: KnownMember, _ user: String, in room: String) {
        makeRoom(for: 256)
        rooms[room]?.members[user] = member
    }

    /// The room's newest event is another.
    mutating func advance(_ room: String, to tip: RoomTip, sender: String, ordinal: Int64, stream: Int64) {
        latestStream = stream
        rooms[room]?.tip = tip
        rooms[room]?.members[sender]?.ordinal = ordinal
    }

    mutating func forget(_ room: String) { rooms[room] = nil }

    /// From here on, what is written is this change's.
    mutating func beginChange() { touched = [] }

    mutating func touch(_ room: String) { touched.insert(room) }

    /// What the change wrote is undone.
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
