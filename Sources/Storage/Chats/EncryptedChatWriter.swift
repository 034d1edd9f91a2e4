import Conversations
import GRDB

/// Keeps what a sync says of how an encrypted chat wants to be written to, within a transaction.
struct EncryptedChatWriter {
    let db: Database

    func set(_ change: ChatChange) throws {
        if case .set(let settings) = change.encryptionSettings {
            try set("settings", settings, chatID: change.chatID)
        }
        if case .set(let visibility) = change.historyVisibility {
            try set("history_visibility", visibility, chatID: change.chatID)
        }
        // Who came and went in a gap nobody tells where members are loaded lazily.
        if change.timeline?.isLimited == true || change.membership != .joined {
            try db.cachedStatement(sql: "UPDATE encrypted_chats SET has_all_members = 0 WHERE chat_id = ?")
                .execute(arguments: .whole([change.chatID]))
        }
    }

    private func set(_ column: String, _ value: String, chatID: String) throws {
        let sql = """
            INSERT INTO encrypted_chats (chat_id, \(column)) VALUES (?1, ?2)
            ON CONFLICT (chat_id) DO UPDATE SET \(column) = ?2
            """
        try db.cachedStatement(sql: sql).execute(arguments: .whole([chatID, value]))
    }
}
