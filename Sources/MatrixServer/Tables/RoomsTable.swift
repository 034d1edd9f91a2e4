import GRDB

/// The rooms. The data for a room's next event is in its newest event.
struct RoomsTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func exists(_ room: String) throws -> Bool {
        try database.integer("SELECT 1 FROM rooms WHERE room_id = ?", [room]) != nil
    }

    /// Returns the data of the room's newest event; all is empty before the first one.
    func tip(of room: String) throws -> RoomTip? {
        try database.firstRow(
            """
            SELECT e.event_id, e.depth, e.notify_ordinal FROM rooms r
            LEFT JOIN events e ON e.stream = (SELECT max(stream) FROM events WHERE room_id = r.room_id)
            WHERE r.room_id = ?
            """, [room]
        ).map { RoomTip(latestEventID: $0[0] ?? "", depth: $0[1] ?? 0, notifyOrdinal: $0[2] ?? 0) }
    }

    func insert(_ room: String, creator: String) throws {
        try database.run("INSERT INTO rooms (room_id, creator) VALUES (?, ?)", [room, creator])
    }
}
