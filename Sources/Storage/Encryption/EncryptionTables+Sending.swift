package import Conversations
package import Foundation
import GRDB

/// How an encrypted chat wants to be written to.
package struct EncryptedChat: Hashable, Sendable {
    /// The content of `m.room.encryption` as JSON, `nil` where nobody asked for it yet.
    package var settings: String?
    /// Whether the account asked for the encryption, so that a chat that shows no such state is not written to.
    package var isPromised = false
    /// As in `m.room.history_visibility`, `nil` where nobody asked for it yet.
    package var historyVisibility: String?
    /// Whether all of its members are known here.
    package var hasAllMembers: Bool
    /// Another with each word on who is in it.
    package var membersNumber: Int64

    package init(settings: String?, historyVisibility: String?, hasAllMembers: Bool, membersNumber: Int64 = 0) {
        self.settings = settings
        self.historyVisibility = historyVisibility
        self.hasAllMembers = hasAllMembers
        self.membersNumber = membersNumber
    }
}

/// The session with which this device writes to a chat.
package struct SendingKey: Hashable, Sendable {
    package let sessionID: String
    /// Sealed.
    package var state: Data
    /// Milliseconds since 1970.
    package let madeAt: Int64
    /// Whether those who come later may be given it, `nil` where nobody noted that.
    package let isShareable: Bool?
    /// Somebody was seen to leave who may have it.
    package let isOver: Bool

    package init(sessionID: String, state: Data, madeAt: Int64, isShareable: Bool?, isOver: Bool = false) {
        self.sessionID = sessionID
        self.state = state
        self.madeAt = madeAt
        self.isShareable = isShareable
        self.isOver = isOver
    }
}

/// What a device was told of a session of ours.
package struct KeyShare: Hashable, Sendable {
    package enum Outcome: String, Sendable {
        /// The key, which it has or which waits to go to it.
        case given
        /// That it doesn't get the key.
        case withheld
        /// Nothing: it has no keys to begin with, or the server didn't take what was for it.
        case unreachable
    }

    package let userID: String
    package let deviceID: String
    package var outcome: Outcome
    /// Milliseconds since 1970.
    package var triedAt: Int64

    package init(userID: String, deviceID: String, outcome: Outcome, triedAt: Int64) {
        self.userID = userID
        self.deviceID = deviceID
        self.outcome = outcome
        self.triedAt = triedAt
    }
}

/// What another device sent and nobody could read yet, as it came.
package struct UnreadDeviceMessage: Hashable, Sendable {
    package let sender: String
    package let type: String
    /// As JSON.
    package let content: String

    package init(sender: String, type: String, content: String) {
        self.sender = sender
        self.type = type
        self.content = content
    }
}

/// What goes to devices, in the order in which it was made.
package struct WaitingDeviceMessages: Hashable, Sendable {
    package let id: Int64
    package let transactionID: String
    package let type: String
    /// The contents by user and device, as JSON.
    package let messages: String
    /// Of the session whose key they give.
    package let sessionID: String?
}

extension EncryptionTables {
    /// - Returns: `nil` where the chat is not encrypted as far as is known here.
    package func encryptedChat(_ chatID: String) throws -> EncryptedChat? {
        let sql = """
            SELECT settings, history_visibility, ifnull(has_all_members, 0), ifnull(members_number, 0),
                ifnull(is_promised, 0)
            FROM chats LEFT JOIN encrypted_chats ON chat_id = id WHERE id = ? AND is_encrypted = 1
            """
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID])).map {
            var chat = EncryptedChat(
                settings: $0[0], historyVisibility: $0[1], hasAllMembers: $0[2], membersNumber: $0[3])
            chat.isPromised = $0[4]
            return chat
        }
    }

    /// What the server was asked for, where a sync has not told it meanwhile.
    package func add(settings: String, historyVisibility: String, chatID: String) throws {
        let sql = """
            INSERT INTO encrypted_chats (chat_id, settings, history_visibility) VALUES (?, ?, ?)
            ON CONFLICT (chat_id) DO UPDATE SET settings = ifnull(settings, excluded.settings),
                history_visibility = ifnull(history_visibility, excluded.history_visibility)
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: .whole([chatID, settings.storable, historyVisibility.storable]))
    }

    /// All members that a server named, in place of what is known of who is in the chat; nothing where more was heard of that since the
    /// server was asked, which the answer may not know.
    ///
    /// - Parameter number: as ``EncryptedChat/membersNumber`` was before the question.
    package func setAll(_ members: [ChatMember], chatID: String, asOf number: Int64) throws {
        guard try encryptedChat(chatID)?.membersNumber ?? 0 == number else { return }
        let before = try self.members(chatID: chatID, ["join", "invite"])
        let known = "UPDATE members SET membership = 'leave' WHERE chat_id = ? AND membership IN ('join', 'invite')"
        try db.cachedStatement(sql: known).execute(arguments: .whole([chatID]))
        for member in members { try member.storable.save(in: chatID, db) }
        // By bytes: Swift takes texts for equal that servers tell apart.
        let after = Set(try self.members(chatID: chatID, ["join", "invite"]).map { Array($0.utf8) })
        if !before.allSatisfy({ after.contains(Array($0.utf8)) }) { try endSendingKey(chatID: chatID) }
        try db.cachedStatement(
            sql: """
                INSERT INTO encrypted_chats (chat_id, has_all_members) VALUES (?, 1)
                ON CONFLICT (chat_id) DO UPDATE SET has_all_members = 1
                """
        ).execute(arguments: .whole([chatID]))
    }

    /// - Parameter memberships: as in `join`.
    package func members(chatID: String, _ memberships: [String]) throws -> [String] {
        let sql = """
            SELECT user_id FROM members
            WHERE chat_id = ?1 AND membership IN (SELECT value FROM json_each(?2)) ORDER BY user_id
            """
        return try String.fetchAll(
            db.cachedStatement(sql: sql), arguments: .whole([chatID, IdentifierList(memberships)]))
    }

    // MARK: The session that writes

    package func sendingKey(chatID: String) throws -> SendingKey? {
        let sql = "SELECT session_id, state, made_at, is_shareable, is_over FROM sending_keys WHERE chat_id = ?"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([chatID])).map {
            SendingKey(sessionID: $0[0], state: $0[1], madeAt: $0[2], isShareable: $0[3], isOver: $0[4])
        }
    }

    /// In place of the one before, whose shares go with it. The same goes on as one that is over, where it is that by now.
    package func set(_ key: SendingKey, chatID: String) throws {
        if let old = try sendingKey(chatID: chatID), old.sessionID != key.sessionID {
            try db.cachedStatement(sql: "DELETE FROM key_shares WHERE session_id = ?")
                .execute(arguments: .whole([old.sessionID]))
        }
        let sql = """
            INSERT INTO sending_keys (chat_id, session_id, state, made_at, is_shareable) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (chat_id) DO UPDATE SET session_id = excluded.session_id, state = excluded.state,
                made_at = excluded.made_at, is_shareable = excluded.is_shareable,
                is_over = is_over AND session_id = excluded.session_id
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: .whole([chatID, key.sessionID, key.state, key.madeAt, key.isShareable]))
    }

    /// Somebody left who may have its key: another one writes what is said from now on.
    package func endSendingKey(chatID: String) throws {
        try db.cachedStatement(sql: "UPDATE sending_keys SET is_over = 1 WHERE chat_id = ?")
            .execute(arguments: .whole([chatID]))
    }

    package func shares(sessionID: String) throws -> [KeyShare] {
        let sql = "SELECT user_id, device_id, outcome, tried_at FROM key_shares WHERE session_id = ?"
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: .whole([sessionID])).map {
            KeyShare(
                userID: $0[0], deviceID: $0[1], outcome: KeyShare.Outcome(rawValue: $0[2]) ?? .unreachable,
                triedAt: $0[3])
        }
    }

    package func set(_ share: KeyShare, sessionID: String) throws {
        let sql = """
            REPLACE INTO key_shares (session_id, user_id, device_id, outcome, tried_at) VALUES (?, ?, ?, ?, ?)
            """
        try db.cachedStatement(sql: sql).execute(
            arguments: .whole([sessionID, share.userID, share.deviceID, share.outcome.rawValue, share.triedAt]))
    }

    /// A key that was on its way to a device didn't get there.
    package func takeBack(sessionID: String, userID: String, deviceID: String) throws {
        let sql = """
            UPDATE key_shares SET outcome = 'unreachable'
            WHERE session_id = ? AND user_id = ? AND device_id = ? AND outcome = 'given'
            """
        try db.cachedStatement(sql: sql).execute(arguments: .whole([sessionID, userID, deviceID]))
    }

    /// Whether there are devices that the key could not be given to.
    package func hasUnreachable(sessionID: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM key_shares WHERE session_id = ? AND outcome = 'unreachable')"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([sessionID])) ?? false
    }

    /// The content that a line goes out as from now on.
    ///
    /// - Parameter recipients: names who can read it, as ``sealedFor(lineID:)`` returns it.
    package func seal(lineID: String, content: String, for recipients: String) throws {
        try db.cachedStatement(sql: "UPDATE outbox SET sealed = ?, sealed_for = ? WHERE id = ?")
            .execute(arguments: .whole([content, recipients, lineID]))
    }

    /// For whom a line was encrypted; `nil` where it was not, or nobody noted it.
    package func sealedFor(lineID: String) throws -> String? {
        let sql = "SELECT sealed_for FROM outbox WHERE id = ? AND sealed IS NOT NULL"
        return try String.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([lineID]))
    }

    // MARK: Messages to devices

    /// - Returns: by what they are removed again.
    @discardableResult
    package func addDeviceMessages(
        transactionID: String, type: String, messages: String, sessionID: String?
    ) throws -> Int64 {
        let sql = "INSERT INTO device_messages (transaction_id, type, messages, session_id) VALUES (?, ?, ?, ?)"
        try db.cachedStatement(sql: sql).execute(arguments: .whole([transactionID, type, messages, sessionID]))
        return db.lastInsertedRowID
    }

    /// The oldest that waits.
    package func nextDeviceMessages() throws -> WaitingDeviceMessages? {
        let sql = "SELECT id, transaction_id, type, messages, session_id FROM device_messages ORDER BY id LIMIT 1"
        return try Row.fetchOne(db.cachedStatement(sql: sql)).map {
            WaitingDeviceMessages(id: $0[0], transactionID: $0[1], type: $0[2], messages: $0[3], sessionID: $0[4])
        }
    }

    /// Keeps what can't be read before this device's own keys can be opened: the server forgets it with the next sync.
    package func keepUnread(_ messages: [UnreadDeviceMessage]) throws {
        let sql = "INSERT INTO device_inbox (sender, type, content) VALUES (?, ?, ?)"
        for message in messages {
            try db.cachedStatement(sql: sql).execute(
                arguments: .whole([message.sender.storable, message.type.storable, message.content.storable]))
        }
    }

    /// In the order in which they came; they are not kept any longer.
    package func takeUnread() throws -> [UnreadDeviceMessage] {
        let rows = try Row.fetchAll(db, sql: "SELECT sender, type, content FROM device_inbox ORDER BY id")
        if !rows.isEmpty { try db.execute(sql: "DELETE FROM device_inbox") }
        return rows.map { UnreadDeviceMessage(sender: $0[0], type: $0[1], content: $0[2]) }
    }

    package func removeDeviceMessages(_ id: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM device_messages WHERE id = ?").execute(arguments: .whole([id]))
    }
}
