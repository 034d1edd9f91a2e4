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
