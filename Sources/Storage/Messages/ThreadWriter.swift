import Conversations
import GRDB

/// Keeps how far the account has read in one chat's threads, within a transaction.
struct ThreadWriter {
    let db: Database
    let chatID: String

    /// Whoever was there when the first answer came has yet to read it.
    ///
    /// - Parameter messages: that came live.
    func begin(_ messages: [PlacedMessage]) throws {
        for placed in messages {
            guard let threadID = placed.message.threadID else { continue }
            let sql = "INSERT OR IGNORE INTO thread_reads (chat_id, thread_id, position) VALUES (?, ?, ?)"
            try db.cachedStatement(sql: sql).execute(arguments: .whole([chatID, threadID, placed.position - 1]))
        }
    }

    /// Marks all threads as read up to an event, by its place. An event that isn't here says nothing; no thread goes back.
    ///
    /// - Returns: the threads of which more is read now.
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

    /// One that names an event that isn't here says nothing; none goes back.
    ///
    /// - Returns: whether anything is read now that wasn't.
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
