import Conversations
import GRDB

/// Keeps what a sync says of how an encrypted chat wants to be written to, within a transaction.
struct EncryptedChatWriter {
    let db: Database

    /// Whether a chat that is not here was encrypted when it was. It stays so, whatever a server says of it from now on.
    func wasEncrypted(_ chatID: String) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM encrypted_chats WHERE chat_id = ?1 AND settings IS NOT NULL)
                OR EXISTS (SELECT 1 FROM room_keys WHERE chat_id = ?1 AND origin = 'own')
            """
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID])) ?? false
    }

    /// Who is in it is not known any more.
    func forget(_ chatID: String) throws {
        try db.cachedStatement(sql: "UPDATE encrypted_chats SET has_all_members = 0 WHERE chat_id = ?")
            .execute(arguments: .whole([chatID]))
    }

    func set(_ change: ChatChange) throws {
        if case .set(let settings) = change.encryptionSettings {
            try set("settings", settings, chatID: change.chatID)
        }
        if case .set(let visibility) = change.historyVisibility {
            try set("history_visibility", visibility, chatID: change.chatID)
        }
        // Who came and went in a gap nobody tells where members are loaded lazily.
        let hasGap = change.timeline?.isLimited == true || change.membership != .joined
        guard hasGap || !change.members.isEmpty else { return }
        if change.showsLeaving { try EncryptionTables(db: db).endSendingKey(chatID: change.chatID) }
        // Of a chat that is not here nobody asks who is in it.
        let sql = """
            UPDATE encrypted_chats SET members_number = members_number + 1,
                has_all_members = has_all_members AND NOT ?2
            WHERE chat_id = ?1
            """
        try db.cachedStatement(sql: sql).execute(arguments: .whole([change.chatID, hasGap]))
    }

    private func set(_ column: String, _ value: String, chatID: String) throws {
        let sql = """
            INSERT INTO encrypted_chats (chat_id, \(column)) VALUES (?1, ?2)
            ON CONFLICT (chat_id) DO UPDATE SET \(column) = ?2
            """
        try db.cachedStatement(sql: sql).execute(arguments: .whole([chatID, value]))
    }
}

extension ChatChange {
    /// Whether somebody left who may have the key of what is said, also by an invitation alone (client-server API, "Sending encrypted
    /// events"). In a gap whoever is not in the chat may have been.
    fileprivate var showsLeaving: Bool {
        let staying = timeline?.isLimited == true ? ["join"] : ["join", "invite", "knock"]
        return membership != .joined || members.contains { !staying.contains($0.membership) }
    }
}
