import GRDB

/// The newest receipt of each user, type and thread in a room.
struct ReceiptsTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func latestPosition() throws -> Int64 { try database.integer("SELECT max(position) FROM receipts") ?? 0 }

    /// - Returns: Whether it moved the receipt forward; a receipt for an older event changes nothing.
    func put(_ receipt: Receipt, in room: String) throws -> Bool {
        let stored = try database.integer(
            "SELECT stream FROM receipts WHERE room_id = ? AND user_id = ? AND type = ? AND thread = ?",
            [room, receipt.user, receipt.type, receipt.thread])
        if let stored, stored >= receipt.stream { return false }
        try database.run(
            """
            INSERT OR REPLACE INTO receipts (room_id, user_id, type, thread, event_id, stream, timestamp, position)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                room, receipt.user, receipt.type, receipt.thread, receipt.eventID, receipt.stream, receipt.timestamp,
                try latestPosition() + 1,
            ])
        return true
    }

    /// The rooms with receipts after a position and up to another.
    static let changedRooms = "SELECT room_id FROM receipts WHERE position > ? AND position <= ?"

    func receipts(in room: String, after: Int64, upTo: Int64) throws -> [Receipt] {
        try database.allRows(
            """
            SELECT user_id, type, thread, event_id, stream, timestamp FROM receipts
            WHERE room_id = ? AND position > ? AND position <= ?
            """, [room, after, upTo]
        ).map {
            Receipt(user: $0[0], type: $0[1], thread: $0[2], eventID: $0[3], stream: $0[4], timestamp: $0[5])
        }
    }

    /// The position up to which the user `?2` has read the main timeline of the room `?1`, by public and private
    /// receipts.
    static let readUpTo = """
        SELECT max(stream) FROM receipts WHERE room_id = ?1 AND user_id = ?2
        AND type IN ('m.read', 'm.read.private') AND thread IN ('', 'main')
        """

    /// The position up to which the user `?2` has read the room `?1` with all its threads.
    static let allReadUpTo = """
        SELECT max(stream) FROM receipts WHERE room_id = ?1 AND user_id = ?2
        AND type IN ('m.read', 'm.read.private') AND thread = ''
        """

    /// Whether the user `?2` has a separate receipt in a thread of the room `?1`.
    static let hasThreadReads = """
        SELECT EXISTS (SELECT 1 FROM receipts WHERE room_id = ?1 AND user_id = ?2 AND thread NOT IN ('', 'main'))
        """
}
