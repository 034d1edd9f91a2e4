import GRDB
import MatrixAPI

/// The positions up to which a user has read threads of a room, past the main timeline's. Each thread has its own
/// receipt (client-server API, "Threaded read receipts").
struct ThreadReads {
    private let database: Database
    private let room: String
    private let user: String
    /// Everything up to this position is read in all threads.
    let begin: Int64
    /// The position up to which each thread is read, by the thread's root.
    private let places: [String: Int64]

    /// Starts at the position up to which all threads are read: by a receipt without a thread, or since the user
    /// joined.
    init(_ database: Database, of user: String, in room: String) throws {
        let begin = try database.integer(
            "SELECT max(coalesce((\(ReceiptsTable.allReadUpTo)), 0), coalesce((\(MembershipsTable.joinedAt)), 0))",
            [room, user])
        try self.init(database, of: user, in: room, after: begin ?? 0)
    }

    /// - Parameter begin: The position up to which the main timeline is read.
    init(_ database: Database, of user: String, in room: String, after begin: Int64) throws {
        (self.database, self.room, self.user, self.begin) = (database, room, user, begin)
        let rows = try database.allRows(
            """
            SELECT thread, max(stream) FROM receipts
            WHERE room_id = ? AND user_id = ? AND type IN ('m.read', 'm.read.private') AND thread NOT IN ('', 'main')
            GROUP BY thread HAVING max(stream) > ?
            """, [room, user, begin])
        places = Dictionary(rows.map { ($0[0] as String, $0[1] as Int64) }) { first, _ in first }
    }

    func include(_ event: StoredEvent) -> Bool {
        ThreadReads.root(of: event).flatMap { places[$0] }.map { event.stream <= $0 } ?? false
    }

    /// Returns the root of an event's thread; `nil` if it is in none.
    static func root(of event: StoredEvent) -> String? {
        let relation = event.content["m.relates_to"]
        return relation?["rel_type"]?.string == "m.thread" ? relation?["event_id"]?.string : nil
    }

    /// Returns the counts of events that would be unread but were read in their thread.
    func counts(notBy senders: [String]) throws -> UnreadCounts {
        var (notifications, highlights): (Int64, Int64) = (0, 0)
        for (root, place) in places {
            let row = try database.firstRow(
                """
                SELECT count(*), coalesce(sum(
                    EXISTS (SELECT 1 FROM highlights h WHERE h.user_id = ?4 AND h.room_id = ?1 AND h.stream = e.stream)
                    OR EXISTS (SELECT 1 FROM room_mentions m WHERE m.room_id = ?1 AND m.stream = e.stream)), 0)
                FROM events e
                WHERE e.room_id = ?1 AND json_extract(e.content, '$."m.relates_to".event_id') = ?5
                    AND json_extract(e.content, '$."m.relates_to".rel_type') = 'm.thread'
                    AND e.stream > ?2 AND e.stream <= ?3 AND e.notifies = 1
                    AND e.sender NOT IN (\(databaseQuestionMarks(count: senders.count)))
                """, [room, begin, place, user, root] + senders)
            notifications += row?[0] ?? 0
            highlights += row?[1] ?? 0
        }
        return UnreadCounts(notifications: notifications, highlights: highlights)
    }
}
