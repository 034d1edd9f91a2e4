import GRDB
import MatrixAPI

/// The newest receipt of each user, type and thread in a room.
struct ReceiptsTable {
    /// The maximum number of a user's receipts of a type in a room. Past it, the receipt in the thread that was read
    /// to the oldest position is removed.
    static let mostThreads: Int64 = 2_000
    /// The maximum number of receipts of a room in a response: the user's own ones first, and then the newest.
    static let mostInResponse: Int64 = 10_000

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
        if stored == nil { try removeExcess(of: receipt, in: room) }
        return true
    }

    private func removeExcess(of receipt: Receipt, in room: String) throws {
        let ofUser = "room_id = ?1 AND user_id = ?2 AND type = ?3"
        let count = try database.integer(
            "SELECT count(*) FROM receipts WHERE \(ofUser)", [room, receipt.user, receipt.type])
        guard let count, count > Self.mostThreads else { return }
        try database.run(
            """
            DELETE FROM receipts WHERE \(ofUser) AND thread = (
                SELECT thread FROM receipts WHERE \(ofUser) AND thread NOT IN ('', 'main') ORDER BY stream LIMIT 1)
            """, [room, receipt.user, receipt.type])
    }

    /// SQL for the rooms with receipts after a position and up to another.
    static let changedRooms = "SELECT room_id FROM receipts WHERE position > ? AND position <= ?"

    /// Returns the receipts of a room that a user may see, in the order in which they were set.
    func receipts(in room: String, for user: String, after: Int64, upTo: Int64) throws -> [Receipt] {
        try database.allRows(
            """
            SELECT user_id, type, thread, event_id, stream, timestamp FROM (
                SELECT * FROM receipts
                WHERE room_id = ?1 AND position > ?2 AND position <= ?3 AND (type <> 'm.read.private' OR user_id = ?4)
                ORDER BY user_id = ?4 DESC, position DESC LIMIT \(Self.mostInResponse)
            ) ORDER BY position
            """, [room, after, upTo, user]
        ).map {
            Receipt(user: $0[0], type: $0[1], thread: $0[2], eventID: $0[3], stream: $0[4], timestamp: $0[5])
        }
    }

    /// SQL for the position up to which the user `?2` has read the main timeline of the room `?1`, by public and
    /// private receipts.
    static let readUpTo = """
        SELECT max(stream) FROM receipts WHERE room_id = ?1 AND user_id = ?2
        AND type IN ('m.read', 'm.read.private') AND thread IN ('', 'main')
        """

    /// SQL for the position up to which the user `?2` has read the room `?1` with all its threads.
    static let allReadUpTo = """
        SELECT max(stream) FROM receipts WHERE room_id = ?1 AND user_id = ?2
        AND type IN ('m.read', 'm.read.private') AND thread = ''
        """

    /// SQL for whether the user `?2` has a separate receipt in a thread of the room `?1`.
    static let hasThreadReads = """
        SELECT EXISTS (SELECT 1 FROM receipts WHERE room_id = ?1 AND user_id = ?2 AND thread NOT IN ('', 'main'))
        """
}

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
