import Conversations
import GRDB

/// Writes one chat's timeline within a transaction.
struct TimelineWriter {
    let db: Database
    let chatID: String

    /// Stores what is new of the batch and mends the gaps. Answers with what was new, by position.
    func add(_ batch: TimelineBatch) throws -> [PlacedMessage] {
        let merge = TimelineMerge(batch, into: try stored(for: batch))
        for position in merge.closedGaps {
            try db.cachedStatement(sql: "DELETE FROM gaps WHERE chat_id = ? AND position = ?")
                .execute(arguments: .whole([chatID, position]))
        }
        for gap in merge.openedGaps {
            try db.cachedStatement(sql: "REPLACE INTO gaps (chat_id, position, token) VALUES (?, ?, ?)")
                .execute(arguments: .whole([chatID, gap.position, gap.token]))
        }
        for message in merge.placed { try insert(message) }
        return merge.placed.sorted { $0.position < $1.position }
    }

    func gap(at position: Int64) throws -> TimelineGap? {
        try gaps().first { $0.position == position }
    }

    /// The place of the newest thing said.
    func lastSaidPosition() throws -> Int64? {
        let sql = """
            SELECT position FROM messages WHERE chat_id = ? AND \(Message.isSaidCondition)
            ORDER BY position DESC LIMIT 1
            """
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID]))
    }

    /// Milliseconds since 1970 of the message there, or of the newest of any kind without a position.
    func timestamp(at position: Int64?) throws -> Int64? {
        let sql = """
            SELECT timestamp FROM messages WHERE chat_id = ? AND position <= ? ORDER BY position DESC LIMIT 1
            """
        return try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID, position ?? Int64.max]))
    }

    private func stored(for batch: TimelineBatch) throws -> StoredTimeline {
        var stored = StoredTimeline()
        stored.gaps = try gaps()
        let ends = try db.cachedStatement(
            sql: """
                SELECT (SELECT min(position) FROM messages WHERE chat_id = ?1),
                    (SELECT max(position) FROM messages WHERE chat_id = ?1)
                """)
        if let row = try Row.fetchOne(ends, arguments: .whole([chatID])) {
            (stored.oldest, stored.newest) = (row[0], row[1])
        }
        guard stored.newest != nil else { return stored }
        stored.positions = try MessageReader(db: db).positions(ofEventIDs: batch.eventIDs, chatID: chatID)
        guard case .events = batch.end else { return stored }
        for gap in stored.gaps {
            let last = try db.cachedStatement(
                sql: "SELECT max(position) FROM messages WHERE chat_id = ? AND position < ?")
            stored.beforeGaps[gap.position] = try Int64.fetchOne(last, arguments: .whole([chatID, gap.position]))
        }
        return stored
    }

    private func gaps() throws -> [TimelineGap] {
        let statement = try db.cachedStatement(
            sql: "SELECT position, token FROM gaps WHERE chat_id = ? ORDER BY position")
        return try Row.fetchAll(statement, arguments: .whole([chatID])).map {
            TimelineGap(position: $0[0], token: $0[1])
        }
    }

    /// Made once: for a message of a long sync the text of a statement takes as long as its row.
    private static let insertion = """
        INSERT INTO messages (chat_id, position, \(Message.columns))
        VALUES (?, ?, \(databaseQuestionMarks(count: Message.columnCount)))
        """

    /// What an edit or a reaction says is kept with those, and not twice.
    private func insert(_ placed: PlacedMessage) throws {
        let message = placed.message
        let statement = try db.cachedStatement(sql: Self.insertion)
        try statement.execute(
            arguments: .whole([
                chatID, placed.position, message.eventID, message.sender, message.timestamp, message.kind.rawValue,
                message.body, message.formattedBody, message.detail?.userID, message.detail?.displayName,
                message.detail?.what.rawValue, message.isRemoved, message.replyTo, message.transactionID,
                message.kind == .relation ? "{}" : message.source, message.mentions?.stored, message.removal?.eventID,
                message.removal?.sender, message.removal?.timestamp, message.removal?.reason, message.eventType,
            ]))
    }
}
