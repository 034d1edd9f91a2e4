import GRDB

/// How much of a room is unread. Counts are differences of the ordinals that events carry, so that they cost the same
/// however much is unread.
struct UnreadTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// Counts what others sent after the place `readUpTo`.
    func counts(_ user: String, in room: String, readUpTo: Int64) throws -> UnreadCounts {
        let all = try database.integer("SELECT notify_ordinal FROM rooms WHERE room_id = ?", [room]) ?? 0
        let read =
            try database.integer(
                """
                SELECT notify_ordinal FROM events WHERE room_id = ? AND stream <= ? ORDER BY stream DESC LIMIT 1
                """, [room, readUpTo]) ?? 0
        let own = try ownOrdinal(user, room, upTo: .max) - ownOrdinal(user, room, upTo: readUpTo)
        let redacted =
            try database.integer(
                "SELECT count(*) FROM events WHERE room_id = ? AND stream > ? AND notifies = 2 AND sender <> ?",
                [room, readUpTo, user]) ?? 0
        let highlights =
            try database.integer(
                "SELECT count(*) FROM highlights WHERE user_id = ? AND room_id = ? AND stream > ?",
                [user, room, readUpTo]) ?? 0
        return UnreadCounts(notifications: all - read - own - redacted, highlights: highlights)
    }

    func highlight(_ user: String, in room: String, stream: Int64) throws {
        try database.run(
            "INSERT OR IGNORE INTO highlights (user_id, room_id, stream) VALUES (?, ?, ?)", [user, room, stream])
    }

    /// How many of the user's own events in the room, up to a place, count as notifications for others.
    func ownOrdinal(_ user: String, _ room: String, upTo: Int64) throws -> Int64 {
        try database.integer(
            """
            SELECT sender_ordinal FROM events WHERE room_id = ? AND sender = ? AND stream <= ? AND notifies > 0
            ORDER BY stream DESC LIMIT 1
            """, [room, user, upTo]) ?? 0
    }
}
