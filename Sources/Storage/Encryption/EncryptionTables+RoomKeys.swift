import Conversations
import GRDB

/// A Megolm session of a chat.
package struct RoomSession: Hashable, Sendable {
    package let chatID: String
    package let sessionID: String

    package init(chatID: String, sessionID: String) {
        self.chatID = chatID
        self.sessionID = sessionID
    }
}

extension EncryptionTables {
    static let keyColumns = """
        chat_id, session_id, sender, sender_key, signing_key, first_index, origin, is_shareable, state
        """

    /// Returns the key of a session.
    ///
    /// - Parameter sender: the Matrix ID of the owner. A key without an authenticated owner is returned if there is no
    ///   other.
    package func roomKey(_ session: RoomSession, of sender: String) throws -> StoredRoomKey? {
        let sql = """
            SELECT \(Self.keyColumns) FROM room_keys
            WHERE chat_id = ? AND session_id = ? AND sender IN ('', ?) ORDER BY sender DESC LIMIT 1
            """
        return try db.first(sql, [session.chatID, session.sessionID, sender]) { StoredRoomKey(row: $0) }
    }

    /// Returns all keys of a session: first the keys whose owner is authenticated (``StoredRoomKey/sender``), then the
    /// others.
    package func roomKeys(of session: RoomSession) throws -> [StoredRoomKey] {
        let sql = """
            SELECT \(Self.keyColumns) FROM room_keys WHERE chat_id = ? AND session_id = ? ORDER BY sender DESC
            """
        return try db.all(sql, [session.chatID, session.sessionID]) { StoredRoomKey(row: $0) }
    }

    /// Returns the keys after a number in the order of the table, for each session the one with the earliest index.
    ///
    /// - Parameter number: the number of the last key that was read; 0 before the first.
    /// - Returns: an empty list if no more follow.
    package func roomKeys(after number: Int64, limit: Int) throws -> [(number: Int64, key: StoredRoomKey)] {
        let sql = """
            SELECT \(Self.keyColumns), id FROM room_keys AS one WHERE id > ? AND NOT EXISTS (
                SELECT 1 FROM room_keys AS other
                WHERE other.chat_id = one.chat_id AND other.session_id = one.session_id
                    AND (other.first_index, other.sender = '', other.id) < (one.first_index, one.sender = '', one.id))
            ORDER BY id LIMIT ?
            """
        return try db.all(sql, [number, limit]) {
            ($0[9], StoredRoomKey(row: $0))
        }
    }

    package func hasRoomKey(_ session: RoomSession) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM room_keys WHERE chat_id = ? AND session_id = ?)"
        return try db.value(sql, [session.chatID, session.sessionID], as: Bool.self) ?? false
    }

    /// Inserts or replaces a key. Events that wait for it are decrypted later (``arrivedKeys()``).
    package func set(_ key: StoredRoomKey) throws {
        let sql = """
            INSERT INTO room_keys (\(Self.keyColumns), is_backed_up) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0)
            ON CONFLICT (chat_id, session_id, sender) DO UPDATE SET
                sender_key = excluded.sender_key, signing_key = excluded.signing_key,
                first_index = excluded.first_index, origin = excluded.origin, is_shareable = excluded.is_shareable,
                state = excluded.state, is_backed_up = 0
            """
        try db.run(
            sql,
            [
                key.chatID, key.sessionID, key.sender, key.senderKey, key.signingKey, Int64(key.firstIndex),
                key.origin.rawValue, key.isShareable, key.state,
            ])
        try noteNews(of: RoomSession(chatID: key.chatID, sessionID: key.sessionID))
        try db.run("DELETE FROM withheld_keys WHERE chat_id = ? AND session_id = ?", [key.chatID, key.sessionID])
    }

    /// Deletes the oldest keys from a sender beyond a limit, so that keys of made-up chats can't fill the disk. A key
    /// is kept if it decrypted a stored message or an event waits for it.
    package func boundRoomKeys(of sender: String, to most: Int) throws {
        let count = "SELECT count(*) FROM room_keys WHERE sender = ?"
        guard try db.value(count, [sender], as: Int.self) ?? 0 > most else { return }
        let sql = """
            DELETE FROM room_keys WHERE id IN (
                SELECT id FROM room_keys AS one
                WHERE sender = ? AND origin = 'device' AND NOT EXISTS (
                    SELECT 1 FROM messages WHERE encryption > one.session_id || ' ' AND encryption < one.session_id || '!'
                ) AND NOT EXISTS (
                    SELECT 1 FROM sealed_events AS event
                    WHERE event.chat_id = one.chat_id AND event.session_id = one.session_id)
                ORDER BY id DESC LIMIT -1 OFFSET ?)
            """
        try db.run(sql, [sender, most])
    }

    /// Stores the reason why a sender withholds the key of their session. The first reason is kept.
    ///
    /// - Parameter code: a code such as `m.unverified` (client-server API, `m.room_key.withheld`).
    package func setWithheld(_ session: RoomSession, code: String, by sender: String) throws {
        try db.run(
            """
            INSERT INTO withheld_keys (chat_id, session_id, code, sender) SELECT ?1, ?2, ?3, ?4
            WHERE NOT EXISTS (SELECT 1 FROM room_keys WHERE chat_id = ?1 AND session_id = ?2)
                AND EXISTS (SELECT 1 FROM chats WHERE id = ?1)
            ON CONFLICT (chat_id, session_id, sender) DO NOTHING
            """, [session.chatID, session.sessionID, code.storable, sender.storable])
        guard db.changesCount > 0 else { return }
        try noteNews(of: session)
        try boundWithheld(in: session.chatID, to: Self.maxWithheld)
    }

    /// The limit of codes per chat. If it is exceeded, the codes of sessions without waiting events are deleted.
    private static let maxWithheld = 1_000

    private func boundWithheld(in chatID: String, to most: Int) throws {
        let count = "SELECT count(*) FROM withheld_keys WHERE chat_id = ?"
        guard try db.value(count, [chatID], as: Int.self) ?? 0 > most else { return }
        let sql = """
            DELETE FROM withheld_keys WHERE chat_id = ? AND NOT EXISTS (
                SELECT 1 FROM sealed_events AS event
                WHERE event.chat_id = withheld_keys.chat_id AND event.session_id = withheld_keys.session_id)
            """
        try db.run(sql, [chatID])
    }

    package func withheldCode(_ session: RoomSession, of sender: String) throws -> String? {
        let sql = "SELECT code FROM withheld_keys WHERE chat_id = ? AND session_id = ? AND sender = ?"
        return try db.value(sql, [session.chatID, session.sessionID, sender], as: String.self)
    }

    /// Whether a message of a session was shown as another event. Edits are checked too, because they may have no
    /// position in the timeline.
    package func wasShown(_ index: UInt32, of session: RoomSession, elsewhereThan eventID: String) throws -> Bool {
        let sql = """
            SELECT EXISTS (
                SELECT 1 FROM messages
                WHERE encryption = ?2 AND chat_key = \(MessageRowID.key(of: "?1")) AND event_id != ?3
            ) OR EXISTS (SELECT 1 FROM edits WHERE encryption = ?2 AND chat_id = ?1 AND event_id != ?3)
            """
        let encryption = MessageEncryption.opened(sessionID: session.sessionID, index: index)
        return try db.value(sql, [session.chatID, encryption.stored, eventID], as: Bool.self) ?? false
    }

    // MARK: Waiting events

    private func noteNews(of session: RoomSession) throws {
        let sql = """
            INSERT OR IGNORE INTO arrived_keys (chat_id, session_id) SELECT ?1, ?2 WHERE EXISTS (
                SELECT 1 FROM sealed_events WHERE chat_id = ?1 AND session_id = ?2)
            """
        try db.run(sql, [session.chatID, session.sessionID])
    }

    /// Marks all events whose keys are here for decryption.
    package func noteAllArrived() throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO arrived_keys (chat_id, session_id)
                SELECT DISTINCT chat_id, session_id FROM sealed_events
                WHERE EXISTS (SELECT 1 FROM room_keys WHERE room_keys.chat_id = sealed_events.chat_id
                    AND room_keys.session_id = sealed_events.session_id)
                """)
    }

    /// Returns sessions with undecrypted events for which a key or a withheld code has arrived.
    package func arrivedKeys() throws -> [RoomSession] {
        try db.all("SELECT chat_id, session_id FROM arrived_keys") {
            RoomSession(chatID: $0[0], sessionID: $0[1])
        }
    }

    /// Returns the undecrypted events of a session, as received.
    package func sealedEvents(of session: RoomSession) throws -> [String] {
        let sql = "SELECT source FROM sealed_events WHERE chat_id = ? AND session_id = ?"
        return try db.all(sql, [session.chatID, session.sessionID], as: String.self)
    }
}

extension StoredRoomKey {
    /// - Parameter row: the columns in the order of ``EncryptionTables/keyColumns``.
    init(row: ResultRow) {
        self.init(
            chatID: row[0], sessionID: row[1], sender: row[2], senderKey: row[3], signingKey: row[4],
            firstIndex: UInt32(truncatingIfNeeded: row[5] as Int64), origin: Origin(rawValue: row[6]) ?? .file,
            isShareable: row[7], state: row[8])
    }
}
