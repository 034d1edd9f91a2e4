import Conversations
import GRDB

/// Stores the account's read positions in the threads of one chat, within a transaction.
struct ThreadWriter {
    let db: Database
    let chatID: String

    /// Starts a read position before the first reply of new threads, so that replies that arrive live are unread.
    ///
    /// - Parameter messages: the messages that arrived live.
    func begin(_ messages: [PlacedMessage]) throws {
        for placed in messages {
            guard let threadID = placed.message.threadID else { continue }
            let sql = "INSERT OR IGNORE INTO thread_reads (chat_id, thread_id, position) VALUES (?, ?, ?)"
            try db.cachedStatement(sql: sql).execute(arguments: .whole([chatID, threadID, placed.position - 1]))
        }
    }

    /// Marks all threads as read up to the position of an event. Unknown events are ignored, and no position moves
    /// back.
    ///
    /// - Returns: the threads whose read position advanced.
    func setAll(through eventID: String) throws -> [String] {
        guard let position = try MessageReader(db: db).position(ofEventID: eventID, chatID: chatID) else { return [] }
        let sql = """
            UPDATE thread_reads SET position = ?2 WHERE chat_id = ?1 AND position < ?2 AND EXISTS (
                SELECT 1 FROM messages
                WHERE chat_key = \(MessagePlace.key(of: "?1")) AND messages.thread_id = thread_reads.thread_id
                    AND \(MessagePlace.isAfter("thread_reads.position", in: "?1"))
                    AND \(MessagePlace.isAtOrBefore("?2", in: "?1")))
            RETURNING thread_id
            """
        return try String.fetchAll(db.cachedStatement(sql: sql), arguments: .whole([chatID, position]))
    }

    /// Stores a read position. Unknown events are ignored, and the position never moves back.
    ///
    /// - Returns: whether the position advanced.
    func set(_ read: ThreadRead) throws -> Bool {
        guard let position = try MessageReader(db: db).position(ofEventID: read.eventID, chatID: chatID) else {
            return false
        }
        let sql = """
            INSERT INTO thread_reads (chat_id, thread_id, position) VALUES (?, ?, ?)
            ON CONFLICT (chat_id, thread_id) DO UPDATE SET position = excluded.position
                WHERE excluded.position > position
            """
        try db.cachedStatement(sql: sql).execute(arguments: .whole([chatID, read.threadID, position]))
        return db.changesCount > 0
    }
}
