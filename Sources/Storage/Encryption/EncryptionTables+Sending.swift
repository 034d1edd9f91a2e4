package import Conversations
package import Foundation
import GRDB

/// The encryption settings of a chat.
package struct EncryptedChat: Hashable, Sendable {
    /// The content of `m.room.encryption` as JSON; `nil` if it was not requested yet.
    package var settings: String?
    /// Whether the account enabled encryption. If the chat doesn't show that state, nothing is sent to it.
    package var isPromised = false
    /// The value of `m.room.history_visibility`; `nil` if it was not requested yet.
    package var historyVisibility: String?
    /// Whether all of its members are known here.
    package var hasAllMembers: Bool
    /// The generation of the members; each reported change increments it.
    package var membersNumber: Int64

    package init(settings: String?, historyVisibility: String?, hasAllMembers: Bool, membersNumber: Int64 = 0) {
        self.settings = settings
        self.historyVisibility = historyVisibility
        self.hasAllMembers = hasAllMembers
        self.membersNumber = membersNumber
    }
}

/// The outbound session of this device in a chat.
package struct SendingKey: Hashable, Sendable {
    package let sessionID: String
    /// The encrypted state.
    package var state: Data
    /// Milliseconds since 1970.
    package let madeAt: Int64
    /// Whether its key may be shared with people who join later; `nil` if that was not recorded.
    package let isShareable: Bool?
    /// Whether a person who may have the key was seen to leave.
    package let isOver: Bool

    package init(sessionID: String, state: Data, madeAt: Int64, isShareable: Bool?, isOver: Bool = false) {
        self.sessionID = sessionID
        self.state = state
        self.madeAt = madeAt
        self.isShareable = isShareable
        self.isOver = isOver
    }
}

/// The result of sharing the key of one of our sessions with a device.
package struct KeyShare: Hashable, Sendable {
    package enum Outcome: String, Sendable {
        /// The key was sent, or waits to be sent.
        case given
        /// The device was notified that it doesn't get the key.
        case withheld
        /// Nothing was sent: the device has no keys for a session, or the server refused the message.
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

/// A message from another device that could not be decrypted yet, as received.
package struct UnreadDeviceMessage: Hashable, Sendable {
    package let sender: String
    package let type: String
    /// The content as JSON.
    package let content: String

    package init(sender: String, type: String, content: String) {
        self.sender = sender
        self.type = type
        self.content = content
    }
}

/// A queued message to devices; messages are sent in the order of their creation.
package struct WaitingDeviceMessages: Hashable, Sendable {
    package let id: Int64
    package let transactionID: String
    package let type: String
    /// The contents by user and device, as JSON.
    package let messages: String
    /// The session whose room key the messages share with devices; `nil` for other messages.
    package let sessionID: String?
}

extension EncryptionTables {
    /// Returns the encryption settings of a chat; `nil` if it is not known to be encrypted.
    package func encryptedChat(_ chatID: String) throws -> EncryptedChat? {
        let sql = """
            SELECT settings, history_visibility, ifnull(has_all_members, 0), ifnull(members_number, 0),
                ifnull(is_promised, 0)
            FROM chats LEFT JOIN encrypted_chats ON chat_id = id WHERE id = ? AND is_encrypted = 1
            """
        return try db.first(sql, [chatID]) {
            var chat = EncryptedChat(
                settings: $0[0], historyVisibility: $0[1], hasAllMembers: $0[2], membersNumber: $0[3])
            chat.isPromised = $0[4]
            return chat
        }
    }

    /// Stores the settings from a server's response, unless a sync reported them meanwhile.
    package func add(settings: String, historyVisibility: String, chatID: String) throws {
        let sql = """
            INSERT INTO encrypted_chats (chat_id, settings, history_visibility) VALUES (?, ?, ?)
            ON CONFLICT (chat_id) DO UPDATE SET settings = ifnull(settings, excluded.settings),
                history_visibility = ifnull(history_visibility, excluded.history_visibility)
            """
        try db.run(sql, [chatID, settings.storable, historyVisibility.storable])
    }

    /// Replaces the members of a chat with those in a server's response. If the members changed since the request,
    /// nothing is stored, because the response may be outdated.
    ///
    /// - Parameter number: the value of ``EncryptedChat/membersNumber`` before the request.
    package func setAll(_ members: [ChatMember], chatID: String, asOf number: Int64) throws {
        guard try encryptedChat(chatID)?.membersNumber ?? 0 == number else { return }
        let before = try self.members(chatID: chatID, ["join", "invite"])
        let known = "UPDATE members SET membership = 'leave' WHERE chat_id = ? AND membership IN ('join', 'invite')"
        try db.run(known, [chatID])
        for member in members { try member.storable.save(in: chatID, db) }
        // Compares bytes, because Swift considers some texts equal that servers distinguish.
        let after = Set(try self.members(chatID: chatID, ["join", "invite"]).map { Array($0.utf8) })
        if !before.allSatisfy({ after.contains(Array($0.utf8)) }) { try endSendingKey(chatID: chatID) }
        try db.run(
            """
            INSERT INTO encrypted_chats (chat_id, has_all_members) VALUES (?, 1)
            ON CONFLICT (chat_id) DO UPDATE SET has_all_members = 1
            """, [chatID])
    }

    /// Returns the Matrix IDs of the people with one of these memberships.
    ///
    /// - Parameter memberships: values such as `join`.
    package func members(chatID: String, _ memberships: [String]) throws -> [String] {
        let sql = """
            SELECT user_id FROM members
            WHERE chat_id = ?1 AND membership IN (SELECT value FROM json_each(?2)) ORDER BY user_id
            """
        return try db.all(sql, [chatID, IdentifierList(memberships)], as: String.self)
    }

    // MARK: The outbound session

    package func sendingKey(chatID: String) throws -> SendingKey? {
        let sql = "SELECT session_id, state, made_at, is_shareable, is_over FROM sending_keys WHERE chat_id = ?"
        return try db.first(sql, [chatID]) {
            SendingKey(sessionID: $0[0], state: $0[1], madeAt: $0[2], isShareable: $0[3], isOver: $0[4])
        }
    }

    /// Inserts or replaces the session. A new session deletes the shares of the previous one. A session that is over
    /// stays over.
    package func set(_ key: SendingKey, chatID: String) throws {
        if let old = try sendingKey(chatID: chatID), old.sessionID != key.sessionID {
            try db.run("DELETE FROM key_shares WHERE session_id = ?", [old.sessionID])
        }
        let sql = """
            INSERT INTO sending_keys (chat_id, session_id, state, made_at, is_shareable) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (chat_id) DO UPDATE SET session_id = excluded.session_id, state = excluded.state,
                made_at = excluded.made_at, is_shareable = excluded.is_shareable,
                is_over = is_over AND session_id = excluded.session_id
            """
        try db.run(sql, [chatID, key.sessionID, key.state, key.madeAt, key.isShareable])
    }

    /// Ends the current session after a person left who may have its key. The next message begins a new one.
    package func endSendingKey(chatID: String) throws {
        try db.run("UPDATE sending_keys SET is_over = 1 WHERE chat_id = ?", [chatID])
    }

    package func shares(sessionID: String) throws -> [KeyShare] {
        let sql = "SELECT user_id, device_id, outcome, tried_at FROM key_shares WHERE session_id = ?"
        return try db.all(sql, [sessionID]) {
            KeyShare(
                userID: $0[0], deviceID: $0[1], outcome: KeyShare.Outcome(rawValue: $0[2]) ?? .unreachable,
                triedAt: $0[3])
        }
    }

    package func set(_ share: KeyShare, sessionID: String) throws {
        let sql = """
            REPLACE INTO key_shares (session_id, user_id, device_id, outcome, tried_at) VALUES (?, ?, ?, ?, ?)
            """
        try db.run(sql, [sessionID, share.userID, share.deviceID, share.outcome.rawValue, share.triedAt])
    }

    /// Marks a key as not received, after its message to a device failed.
    package func takeBack(sessionID: String, userID: String, deviceID: String) throws {
        let sql = """
            UPDATE key_shares SET outcome = 'unreachable'
            WHERE session_id = ? AND user_id = ? AND device_id = ? AND outcome = 'given'
            """
        try db.run(sql, [sessionID, userID, deviceID])
    }

    /// Whether there are devices to which the key could not be sent.
    package func hasUnreachable(sessionID: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM key_shares WHERE session_id = ? AND outcome = 'unreachable')"
        return try db.value(sql, [sessionID], as: Bool.self) ?? false
    }

    /// Stores the encrypted content under which a line is sent from now on.
    ///
    /// - Parameter recipients: the devices that can read it, as ``sealedFor(lineID:)`` returns them.
    package func seal(lineID: String, content: String, for recipients: String) throws {
        try db.run("UPDATE outbox SET sealed = ?, sealed_for = ? WHERE id = ?", [content, recipients, lineID])
    }

    /// Returns the recipients for whom a line was encrypted; `nil` if it was not encrypted or they were not recorded.
    package func sealedFor(lineID: String) throws -> String? {
        let sql = "SELECT sealed_for FROM outbox WHERE id = ? AND sealed IS NOT NULL"
        return try db.value(sql, [lineID], as: String.self)
    }

    // MARK: Messages to devices

    /// Queues messages to devices.
    ///
    /// - Returns: the identifier for ``removeDeviceMessages(_:)``.
    @discardableResult
    package func addDeviceMessages(
        transactionID: String, type: String, messages: String, sessionID: String?
    ) throws -> Int64 {
        let sql = "INSERT INTO device_messages (transaction_id, type, messages, session_id) VALUES (?, ?, ?, ?)"
        try db.run(sql, [transactionID, type, messages, sessionID])
        return db.lastInsertedRowID
    }

    /// Returns the oldest queued messages.
    package func nextDeviceMessages() throws -> WaitingDeviceMessages? {
        let sql = "SELECT id, transaction_id, type, messages, session_id FROM device_messages ORDER BY id LIMIT 1"
        return try db.first(sql) {
            WaitingDeviceMessages(id: $0[0], transactionID: $0[1], type: $0[2], messages: $0[3], sessionID: $0[4])
        }
    }

    /// Stores messages that arrive before this device's own keys can be opened, because the server deletes them at
    /// the next sync.
    package func storeUnread(_ messages: [UnreadDeviceMessage]) throws {
        let sql = "INSERT INTO device_inbox (sender, type, content) VALUES (?, ?, ?)"
        for message in messages {
            try db.run(sql, [message.sender.storable, message.type.storable, message.content.storable])
        }
    }

    /// Returns the messages in the order in which they arrived, and deletes them.
    package func removeUnread() throws -> [UnreadDeviceMessage] {
        let messages = try db.all("SELECT sender, type, content FROM device_inbox ORDER BY id") {
            UnreadDeviceMessage(sender: $0[0], type: $0[1], content: $0[2])
        }
        if !messages.isEmpty { try db.run("DELETE FROM device_inbox") }
        return messages
    }

    package func removeDeviceMessages(_ id: Int64) throws {
        try db.run("DELETE FROM device_messages WHERE id = ?", [id])
    }
}
