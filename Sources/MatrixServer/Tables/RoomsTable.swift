import GRDB

/// The rooms, each with what the next event in it builds on.
struct RoomsTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func exists(_ room: String) throws -> Bool {
        try database.integer("SELECT 1 FROM rooms WHERE room_id = ?", [room]) != nil
    }

    func tip(of room: String) throws -> RoomTip? {
        try database.firstRow("SELECT latest_event_id, depth, notify_ordinal FROM rooms WHERE room_id = ?", [room])
            .map { RoomTip(latestEventID: $0[0], depth: $0[1], notifyOrdinal: $0[2]) }
    }

    func insert(_ room: String, creator: String) throws {
        try database.run(
            """
            INSERT INTO rooms (room_id, creator, latest_stream, latest_event_id, depth, notify_ordinal)
            VALUES (?, ?, 0, '', 0, 0)
            """, [room, creator])
    }

    func setTip(_ tip: RoomTip, of room: String, stream: Int64) throws {
        try database.run(
            "UPDATE rooms SET latest_stream = ?, latest_event_id = ?, depth = ?, notify_ordinal = ? WHERE room_id = ?",
            [stream, tip.latestEventID, tip.depth, tip.notifyOrdinal, room])
    }
}
