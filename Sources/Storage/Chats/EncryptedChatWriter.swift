import Conversations
import GRDB

/// Stores the encryption settings of chats that a sync reports, within a transaction.
struct EncryptedChatWriter {
    let db: Database

    /// Whether a chat that is not stored anymore was encrypted. It stays encrypted, even if a server reports otherwise.
    func wasEncrypted(_ chatID: String) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM encrypted_chats WHERE chat_id = ?1 AND (settings IS NOT NULL OR is_promised))
                OR EXISTS (SELECT 1 FROM room_keys WHERE chat_id = ?1 AND origin = 'own')
            """
        return try db.value(sql, [chatID], as: Bool.self) ?? false
    }

    /// Records that the account enabled encryption. Nothing is sent to the chat in clear. Nothing is sent at all
    /// until the server shows its `m.room.encryption`.
    func promise(_ chatID: String) throws {
        let sql = """
            INSERT INTO encrypted_chats (chat_id, is_promised) VALUES (?, 1)
            ON CONFLICT (chat_id) DO UPDATE SET is_promised = 1
            """
        try db.run(sql, [chatID])
    }

    /// Deletes the record of ``promise(_:)``, after the server refused to turn on encryption. The record stays if a
    /// sync or a line used the encryption. It also stays while lines are not sent, because they may have been written
    /// for an encrypted chat, and would be sent in the clear.
    ///
    /// - Returns: whether the record was deleted.
    func withdrawPromise(_ chatID: String) throws -> Bool {
        let sql = """
            DELETE FROM encrypted_chats WHERE chat_id = ?1 AND is_promised = 1 AND settings IS NULL
                AND NOT EXISTS (SELECT 1 FROM room_keys WHERE chat_id = ?1 AND origin = 'own')
                AND NOT EXISTS (SELECT 1 FROM outbox WHERE chat_id = ?1 AND state <> 'sent')
            """
        try db.run(sql, [chatID])
        return db.changesCount > 0
    }

    /// Whether a new chat has to be encrypted although its state doesn't say so. This is the case if the account
    /// requested encryption when it created the chat, or if the chat replaces an encrypted one. If so, it is
    /// recorded.
    func inheritsPromise(_ change: ChatChange) throws -> Bool {
        guard change.membership == .joined else { return false }
        guard try finishCreation(of: change) || continuesEncrypted(change) else { return false }
        try promise(change.chatID)
        return true
    }

    /// Whether the chat is the result of a request without a response. Chats created by others don't match.
    private func finishCreation(of change: ChatChange) throws -> Bool {
        let creations = try db.all("SELECT id, creator, invited FROM encrypted_creations ORDER BY id") {
            (id: $0[0] as Int64, creator: $0[1] as String, invited: $0[2] as String)
        }
        guard !creations.isEmpty else { return false }
        var people = Set(change.members.map(\.userID))
        if case .set(let heroes) = change.heroes { people.formUnion(heroes) }
        for asked in creations {
            if case .set(let creation) = change.creation, let creator = creation.creator, creator != asked.creator {
                continue
            }
            let invited = Set(IdentifierText.split(asked.invited))
            guard !invited.isDisjoint(with: people) else { continue }
            try db.run("DELETE FROM encrypted_creations WHERE id = ?", [asked.id])
            return true
        }
        return false
    }

    /// Whether the chat replaces an encrypted one. Otherwise an upgrade could turn encryption off.
    private func continuesEncrypted(_ change: ChatChange) throws -> Bool {
        var predecessor: String?
        if case .set(let chatID) = change.predecessorID { predecessor = chatID }
        let sql = "SELECT EXISTS (SELECT 1 FROM chats WHERE is_encrypted = 1 AND (id = ?1 OR replacement_id = ?2))"
        return try db.value(sql, [predecessor, change.chatID], as: Bool.self) ?? false
    }

    /// Records that the members of a chat are not known anymore.
    func forget(_ chatID: String) throws {
        try db.run("UPDATE encrypted_chats SET has_all_members = 0 WHERE chat_id = ?", [chatID])
    }

    func set(_ change: ChatChange) throws {
        if case .set(let settings) = change.encryptionSettings {
            try set("settings", settings, chatID: change.chatID)
        }
        if case .set(let visibility) = change.historyVisibility {
            try set("history_visibility", visibility, chatID: change.chatID)
        }
        // With lazily loaded members, the server doesn't report membership changes in a gap.
        let hasGap = change.timeline?.isLimited == true || change.membership != .joined
        guard hasGap || !change.members.isEmpty else { return }
        if change.showsLeaving { try EncryptionTables(db: db).endSendingKey(chatID: change.chatID) }
        // A chat that is not stored has no row to update.
        let sql = """
            UPDATE encrypted_chats SET members_number = members_number + 1,
                has_all_members = has_all_members AND NOT ?2
            WHERE chat_id = ?1
            """
        try db.run(sql, [change.chatID, hasGap])
    }

    private func set(_ column: String, _ value: String, chatID: String) throws {
        let sql = """
            INSERT INTO encrypted_chats (chat_id, \(column)) VALUES (?1, ?2)
            ON CONFLICT (chat_id) DO UPDATE SET \(column) = ?2
            """
        try db.run(sql, [chatID, value])
    }
}

extension ChatChange {
    /// Whether a person who may have the key of the current session left the chat. Invited people may have the key too
    /// (client-server API, "Sending encrypted events"). If messages are missing, any person who is not joined may have
    /// been a member before.
    fileprivate var showsLeaving: Bool {
        let staying = timeline?.isLimited == true ? ["join"] : ["join", "invite", "knock"]
        return membership != .joined || members.contains { !staying.contains($0.membership) }
    }
}
