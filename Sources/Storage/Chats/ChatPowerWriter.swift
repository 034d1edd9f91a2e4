import Conversations
import GRDB

/// Stores the state events that decide the permissions in chats, within a transaction.
struct ChatPowerWriter {
    let db: Database

    /// Stores the values that a sync sets, and keeps the others.
    func set(_ change: ChatChange) throws {
        if case .set(let levels) = change.powerLevels {
            let sql = """
                INSERT INTO powers (chat_id, levels) VALUES (?, ?)
                ON CONFLICT (chat_id) DO UPDATE SET levels = excluded.levels
                """
            try db.run(sql, [change.chatID, levels])
        }
        if case .set(let creation) = change.creation {
            let sql = """
                INSERT INTO powers (chat_id, creation, creator) VALUES (?, ?, ?)
                ON CONFLICT (chat_id) DO UPDATE SET creation = excluded.creation, creator = excluded.creator
                """
            try db.run(sql, [change.chatID, creation.content, creation.creator])
        }
    }

    /// Stores the server's response. Levels that a sync changed since the request are newer and are kept.
    ///
    /// - Parameter known: the levels at the time of the request.
    func set(_ source: ChatPowerSource, knowing known: String?, chatID: String) throws {
        try db.run(
            """
            INSERT INTO powers (chat_id, levels, creation, creator) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (chat_id) DO UPDATE SET creation = excluded.creation, creator = excluded.creator,
                levels = iif(levels IS ?5, excluded.levels, levels)
            """,
            [
                chatID, source.levels?.storable, source.creation?.storable, source.creator?.storable, known?.storable,
            ])
    }
}
