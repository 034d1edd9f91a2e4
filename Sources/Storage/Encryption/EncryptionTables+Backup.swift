import Conversations
import GRDB

/// The state of the key backup: the room keys that it has, and the ones that were restored from it.
extension EncryptionTables {
    package func backup() throws -> StoredBackup? {
        let sql = "SELECT version, public_key FROM key_backup"
        return try db.first(sql) { StoredBackup(version: $0[0], publicKey: $0[1]) }
    }

    /// Sets the backup. If it is another one, all keys are written to it and read from it again.
    ///
    /// - Parameter backup: `nil` if there is none.
    package func set(_ backup: StoredBackup?) throws {
        guard try backup != self.backup() else { return }
        try db.execute(sql: "DELETE FROM key_backup")
        try db.execute(sql: "DELETE FROM restored_chats")
        try db.execute(sql: "UPDATE key_inquiries SET backup_asked_at = NULL")
        try db.execute(sql: "UPDATE room_keys SET is_backed_up = 0 WHERE is_backed_up = 1")
        guard let backup else { return }
        try db.run(
            "INSERT INTO key_backup (id, version, public_key) VALUES (1, ?, ?)",
            [backup.version.storable, backup.publicKey])
    }

    /// Returns keys that are not in the backup, in the order in which they arrived.
    package func roomKeysToBackUp(limit: Int) throws -> [(number: Int64, key: StoredRoomKey)] {
        let sql = "SELECT \(Self.keyColumns), id FROM room_keys WHERE is_backed_up = 0 ORDER BY id LIMIT ?"
        return try db.all(sql, [limit]) {
            ($0[9], StoredRoomKey(row: $0))
        }
    }

    /// Marks a key as written to the backup.
    ///
    /// - Parameter firstIndex: the first index of the key that was written. If the stored key has an earlier one by
    ///   now, it is written again.
    package func setBackedUp(_ number: Int64, firstIndex: UInt32) throws {
        try db.run(
            "UPDATE room_keys SET is_backed_up = 1 WHERE id = ? AND first_index >= ?", [number, Int64(firstIndex)])
    }

    /// Marks the keys of a session as present in the backup.
    ///
    /// - Parameter firstIndex: the first index of the key in the backup.
    package func setBackedUp(_ session: RoomSession, firstIndex: UInt32) throws {
        let sql = "UPDATE room_keys SET is_backed_up = 1 WHERE chat_id = ? AND session_id = ? AND first_index >= ?"
        try db.run(sql, [session.chatID, session.sessionID, Int64(firstIndex)])
    }

    // MARK: Restoring keys

    /// Returns the encrypted chats whose keys were not read from the backup yet, newest activity first.
    package func chatsToRestore() throws -> [String] {
        let sql = """
            SELECT id FROM chats WHERE is_encrypted = 1 AND id NOT IN (SELECT chat_id FROM restored_chats)
            ORDER BY last_activity DESC, id
            """
        return try db.all(sql, as: String.self)
    }

    package func isRestored(_ chatID: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM restored_chats WHERE chat_id = ?)"
        return try db.value(sql, [chatID], as: Bool.self) ?? false
    }

    package func setRestored(_ chatID: String) throws {
        try db.run("INSERT OR IGNORE INTO restored_chats (chat_id) VALUES (?)", [chatID])
    }
}
