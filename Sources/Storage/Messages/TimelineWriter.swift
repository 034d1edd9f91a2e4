import Conversations
import GRDB

/// Writes the timeline of one chat within a transaction.
struct TimelineWriter {
    let db: Database
    let chatID: String

    /// Stores the new messages of the batch and updates the gaps. Returns the new messages by position.
    func add(_ batch: TimelineBatch) throws -> [PlacedMessage] {
        let merge = TimelineMerge(batch, into: try stored(for: batch))
        try setGaps(closed: merge.closedGaps, opened: merge.openedGaps)
        try insert(merge.placed)
        return merge.placedInOrder
    }

    /// Stores messages from within a gap. Returns the new messages by position.
    func add(_ merge: IslandMerge) throws -> [PlacedMessage] {
        try setGaps(closed: merge.closedGaps, opened: merge.openedGaps)
        try insert(merge.placed)
        return merge.placed
    }

    private func setGaps(closed: [Int64], opened: [TimelineGap]) throws {
        for position in closed {
            try db.run("DELETE FROM gaps WHERE chat_id = ? AND position = ?", [chatID, position])
        }
        let sql = """
            REPLACE INTO gaps (chat_id, position, token, newer_token, newer_event_id) VALUES (?, ?, ?, ?, ?)
            """
        for gap in opened {
            try db.run(sql, [chatID, gap.position, gap.token, gap.onward?.token, gap.onward?.eventID])
        }
    }

    /// Stores messages that were requested again between the existing ones. Returns the new messages by position.
    func add(_ merge: MissedHistoryMerge) throws -> [PlacedMessage] {
        let placed = try merge.write()
        try insert(placed)
        return placed
    }

    func gap(at position: Int64) throws -> TimelineGap? {
        try gaps().first { $0.position == position }
    }

    /// Returns the position of the newest message for the chat list.
    func lastSaidPosition() throws -> Int64? {
        let sql = """
            SELECT position FROM messages WHERE \(MessageRowID.isIn("?1")) AND \(Message.isSaidCondition)
            ORDER BY id DESC LIMIT 1
            """
        return try db.value(sql, [chatID], as: Int64.self)
    }

    /// Returns the time of the message at a position in milliseconds since 1970. Without a position, it is the time
    /// of the newest event of any kind.
    func timestamp(at position: Int64?) throws -> Int64? {
        let sql = """
            SELECT timestamp FROM messages WHERE \(MessageRowID.isAtOrBefore("?2", in: "?1")) ORDER BY id DESC LIMIT 1
            """
        let bound = MessageRowID.bound(position ?? Int64.max)
        return try db.value(sql, [chatID, bound], as: Int64.self)
    }

    private func stored(for batch: TimelineBatch) throws -> StoredTimeline {
        var stored = StoredTimeline()
        stored.gaps = try gaps()
        _ = try db.first(Self.ends, [chatID]) { (stored.oldest, stored.newest) = ($0[0], $0[1]) }
        guard stored.newest != nil else { return stored }
        stored.positions = try MessageReader(db: db).positions(ofEventIDs: batch.eventIDs, chatID: chatID)
        guard case .events = batch.end else { return stored }
        for gap in stored.gaps {
            let last = """
                SELECT position FROM messages WHERE \(MessageRowID.isBefore("?2", in: "?1"))
                ORDER BY id DESC LIMIT 1
                """
            stored.beforeGaps[gap.position] = try db.value(
                last, [chatID, MessageRowID.bound(gap.position)], as: Int64.self)
        }
        return stored
    }

    /// Selects the positions of the first and the last message of a chat.
    private static let ends = """
        SELECT (SELECT position FROM messages WHERE \(MessageRowID.isIn("?1")) ORDER BY id LIMIT 1),
            (SELECT position FROM messages WHERE \(MessageRowID.isIn("?1")) ORDER BY id DESC LIMIT 1)
        """

    private static let allGaps = "SELECT \(TimelineGap.columns) FROM gaps WHERE chat_id = ? ORDER BY position"

    /// Returns all gaps, oldest first.
    func gaps() throws -> [TimelineGap] {
        try db.all(Self.allGaps, [chatID]) { TimelineGap(row: $0) }
    }

    /// Inserts messages at their positions, which have to be free.
    func insert(_ messages: [PlacedMessage]) throws {
        guard !messages.isEmpty else { return }
        let key = try chatKey()
        let row = try MessageRow(db: db)
        for message in messages { try row.insert(message, chatKey: key) }
        try SearchQueue(db: db).add(messages, chatKey: key)
    }

    /// Returns the key of the chat, which is created with its first message.
    private func chatKey() throws -> Int64 {
        let finding = "SELECT key FROM chat_keys WHERE chat_id = ?"
        if let key = try db.value(finding, [chatID], as: Int64.self) { return key }
        try db.run("INSERT INTO chat_keys (chat_id) VALUES (?)", [chatID])
        return db.lastInsertedRowID
    }
}
