import GRDB
import MatrixAPI

/// The unread events of rooms. Counts are differences of the ordinals in events, so that they cost the same however
/// many events are unread.
struct UnreadTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// Returns the position up to which all events are read, or were sent before the user joined.
    ///
    /// - Returns: The position, and whether threads have separate receipts.
    func begin(for user: String, in room: String) throws -> (place: Int64, hasThreadReads: Bool) {
        let row = try database.firstRow(
            """
            SELECT max(coalesce((\(ReceiptsTable.readUpTo)), 0), coalesce((\(MembershipsTable.joinedAt)), 0)),
                (\(ReceiptsTable.hasThreadReads))
            """, [room, user])
        return (row?[0] ?? 0, row?[1] ?? false)
    }

    /// Counts others' events after the position `readUpTo`, without those of ignored users.
    func counts(
        _ user: String, in room: String, readUpTo: Int64, ignoring ignored: Set<String> = []
    ) throws -> UnreadCounts {
        if ignored.isEmpty { return try counts(user, in: room, readUpTo: readUpTo) }
        let unwanted = [user] + ignored.sorted()
        let all =
            try database.integer(
                "SELECT notify_ordinal FROM events WHERE room_id = ? ORDER BY stream DESC LIMIT 1", [room]) ?? 0
        let read =
            try database.integer(
                """
                SELECT notify_ordinal FROM events WHERE room_id = ? AND stream <= ? ORDER BY stream DESC LIMIT 1
                """, [room, readUpTo]) ?? 0
        let notWanted = try unwanted.reduce(Int64(0)) { sum, sender in
            try sum + ownOrdinal(sender, room, upTo: .max) - ownOrdinal(sender, room, upTo: readUpTo)
        }
        let senders = databaseQuestionMarks(count: unwanted.count)
        let redacted =
            try database.integer(
                """
                SELECT count(*) FROM events
                WHERE room_id = ? AND stream > ? AND notifies = 2 AND sender NOT IN (\(senders))
                """, [room, readUpTo] + unwanted) ?? 0
        return UnreadCounts(
            notifications: all - read - notWanted - redacted,
            highlights: try highlights(user, in: room, after: readUpTo, ignoring: ignored)
                + roomMentions(in: room, after: readUpTo, notBy: unwanted))
    }

    /// Works as ``counts(_:in:readUpTo:ignoring:)``, for all senders, in a single statement.
    private func counts(_ user: String, in room: String, readUpTo: Int64) throws -> UnreadCounts {
        let row = try database.firstRow(
            """
            SELECT
                coalesce((SELECT notify_ordinal FROM events WHERE room_id = ?1 ORDER BY stream DESC LIMIT 1), 0)
                - coalesce((SELECT notify_ordinal FROM events WHERE room_id = ?1 AND stream <= ?2
                    ORDER BY stream DESC LIMIT 1), 0)
                - coalesce((SELECT sender_ordinal FROM events WHERE room_id = ?1 AND sender = ?3 AND notifies > 0
                    ORDER BY stream DESC LIMIT 1), 0)
                + coalesce((SELECT sender_ordinal FROM events WHERE room_id = ?1 AND sender = ?3 AND stream <= ?2
                    AND notifies > 0 ORDER BY stream DESC LIMIT 1), 0)
                - (SELECT count(*) FROM events WHERE room_id = ?1 AND stream > ?2 AND notifies = 2 AND sender <> ?3),
                (SELECT count(*) FROM highlights WHERE user_id = ?3 AND room_id = ?1 AND stream > ?2)
                + (SELECT count(*) FROM room_mentions m JOIN events e ON e.stream = m.stream
                    WHERE m.room_id = ?1 AND m.stream > ?2 AND e.sender <> ?3)
            """, [room, readUpTo, user])
        return UnreadCounts(notifications: row?[0] ?? 0, highlights: row?[1] ?? 0)
    }

    /// Whether the message mentions the user by `m.mentions`, or the whole room.
    func isHighlight(_ user: String, in room: String, stream: Int64) throws -> Bool {
        try database.integer(
            """
            SELECT 1 FROM highlights WHERE user_id = ?1 AND room_id = ?2 AND stream = ?3
            UNION ALL SELECT 1 FROM room_mentions WHERE room_id = ?2 AND stream = ?3
            """, [user, room, stream]) != nil
    }

    private func highlights(
        _ user: String, in room: String, after read: Int64, ignoring ignored: Set<String>
    ) throws -> Int64 {
        guard !ignored.isEmpty else {
            return try database.integer(
                "SELECT count(*) FROM highlights WHERE user_id = ? AND room_id = ? AND stream > ?", [user, room, read]
            ) ?? 0
        }
        return try database.integer(
            """
            SELECT count(*) FROM highlights h JOIN events e ON e.stream = h.stream
            WHERE h.user_id = ? AND h.room_id = ? AND h.stream > ?
                AND e.sender NOT IN (\(databaseQuestionMarks(count: ignored.count)))
            """, [user, room, read] + ignored.sorted()) ?? 0
    }

    private func roomMentions(in room: String, after read: Int64, notBy senders: [String]) throws -> Int64 {
        try database.integer(
            """
            SELECT count(*) FROM room_mentions m JOIN events e ON e.stream = m.stream
            WHERE m.room_id = ? AND m.stream > ? AND e.sender NOT IN (\(databaseQuestionMarks(count: senders.count)))
            """, [room, read] + senders) ?? 0
    }

    /// Records that a message mentions these users, as far as they are in the room.
    func highlight(_ users: Set<String>, in room: String, stream: Int64) throws {
        guard !users.isEmpty else { return }
        let list = JSONValue.array(users.sorted().map(JSONValue.string)).serializedText
        // Each user of the list is looked up, so the cost doesn't depend on the size of the room.
        try database.run(
            """
            INSERT OR IGNORE INTO highlights (user_id, room_id, stream)
            SELECT m.user_id, m.room_id, ?1 FROM json_each(?2) j
            CROSS JOIN memberships m ON m.user_id = j.value AND m.room_id = ?3 WHERE m.membership = 'join'
            """, [stream, list, room])
    }

    func highlightForAll(in room: String, stream: Int64) throws {
        try database.run("INSERT INTO room_mentions (room_id, stream) VALUES (?, ?)", [room, stream])
    }

    /// Returns the newest messages without `m.mentions` after a position, newest first, up to `limit` and to
    /// `mostBytes` of contents.
    func unmarked(
        in room: String, after place: Int64, limit: Int, mostBytes: Int = 2 << 20
    ) throws -> [(stream: Int64, content: JSONValue)] {
        var messages: [(stream: Int64, content: JSONValue)] = []
        var bytes = 0
        try database.rows(
            """
            SELECT stream, content FROM events WHERE room_id = ? AND stream > ? AND is_unmarked = 1
            ORDER BY stream DESC LIMIT ?
            """, [room, place, limit]
        ) { row in
            let content: String = row[1]
            bytes += content.utf8.count
            messages.append((row[0], StoredJSON.parse(content)))
            return bytes < mostBytes
        }
        return messages
    }

    /// Returns the number of these messages that are still there and by none of `senders`.
    func count(_ streams: [Int64], in room: String, after read: Int64, notBy senders: [String]) throws -> Int64 {
        guard !streams.isEmpty else { return 0 }
        let list = JSONValue.array(streams.map(JSONValue.integer)).serializedText
        return try database.integer(
            """
            SELECT count(*) FROM json_each(?3) j CROSS JOIN events e ON e.stream = j.value
            WHERE e.room_id = ?1 AND e.stream > ?2 AND e.is_unmarked = 1
                AND e.sender NOT IN (\(databaseQuestionMarks(count: senders.count)))
            """, [room, read, list] + senders) ?? 0
    }

    /// Returns the number of the user's own events in the room, up to a position, that count as notifications for
    /// others.
    func ownOrdinal(_ user: String, _ room: String, upTo: Int64) throws -> Int64 {
        try database.integer(
            """
            SELECT sender_ordinal FROM events WHERE room_id = ? AND sender = ? AND stream <= ? AND notifies > 0
            ORDER BY stream DESC LIMIT 1
            """, [room, user, upTo]) ?? 0
    }
}
