package import Conversations
import GRDB

/// The trust in people: each query is one statement for any number of people.
extension EncryptionTables {
    package func keyOrigins(of sessionIDs: [String], chatID: String) throws -> [KeyOrigin] {
        let sql = """
            SELECT session_id, sender, sender_key, signing_key, origin FROM room_keys
            WHERE chat_id = ?1 AND session_id IN (SELECT value FROM json_each(?2))
            """
        return try db.all(sql, [chatID, IdentifierList(sessionIDs)]) {
            KeyOrigin(
                sessionID: $0[0], sender: $0[1], senderKey: $0[2], signingKey: $0[3],
                isOwn: $0[4] == StoredRoomKey.Origin.own.rawValue)
        }
    }

    package func devices(of userIDs: [String]) throws -> [StoredDevice] {
        let sql = """
            SELECT user_id, device_id, identity_key, keys, verified_key FROM devices
            WHERE user_id IN (SELECT value FROM json_each(?)) ORDER BY user_id, device_id
            """
        return try db.all(sql, [IdentifierList(userIDs)]) {
            StoredDevice(userID: $0[0], deviceID: $0[1], identityKey: $0[2], keys: $0[3], verifiedKey: $0[4])
        }
    }

    /// Returns the identities of the people who have or had one.
    package func identities(of userIDs: [String]) throws -> [StoredIdentity] {
        let sql = """
            SELECT user_id, keys, master_key, seen_key, verified_key FROM identities
            WHERE user_id IN (SELECT value FROM json_each(?))
            """
        return try db.all(sql, [IdentifierList(userIDs)]) {
            var identity = StoredIdentity(userID: $0[0])
            (identity.keys, identity.masterKey) = ($0[1], $0[2])
            (identity.seenKey, identity.verifiedKey) = ($0[3], $0[4])
            return identity
        }
    }

    /// Returns the people whose device lists are up to date.
    package func known(among userIDs: [String]) throws -> Set<String> {
        let sql = """
            SELECT user_id FROM tracked_people
            WHERE is_outdated = 0 AND user_id IN (SELECT value FROM json_each(?))
            """
        return try Set(db.all(sql, [IdentifierList(userIDs)], as: String.self))
    }

    /// Returns the members whose changed identity the user has not accepted yet.
    ///
    /// - Parameter memberships: values such as `join`.
    package func changedIdentities(chatID: String, _ memberships: [String]) throws -> [ChangedIdentity] {
        let sql = """
            SELECT user_id, master_key, verified_key IS NOT NULL AND verified_key = seen_key
            FROM identities JOIN members USING (user_id)
            WHERE chat_id = ?1 AND membership IN (SELECT value FROM json_each(?2)) AND \(IdentityAcceptance.isOwed)
            ORDER BY user_id
            """
        return try db.all(sql, [chatID, IdentifierList(memberships)]) {
            ChangedIdentity(userID: $0[0], masterKey: $0[1], wasVerified: $0[2])
        }
    }

    /// Returns whether a person is a contact, or the account is in a direct chat with them. Strangers can't bring this
    /// about without the account's owner.
    package func isAcquaintance(_ userID: String) throws -> Bool {
        let sql = """
            SELECT EXISTS (SELECT 1 FROM account_contacts WHERE user_id = ?1)
                OR EXISTS (SELECT 1 FROM local_contacts WHERE user_id = ?1)
                OR EXISTS (
                    SELECT 1 FROM direct_chats JOIN chats ON chats.id = direct_chats.chat_id
                    WHERE direct_chats.user_id = ?1 AND chats.membership = 'joined')
            """
        return try db.value(sql, [userID], as: Bool.self) ?? false
    }

    /// The number of messages before the encryption of a chat that are checked for earlier encrypted ones.
    private static let lookedAt: Int64 = 200

    /// Selects the position of the first state event that enabled encryption. The index `messages_of_unknown_kind`
    /// finds it.
    static let firstEncryptionEvent = """
        SELECT position FROM messages
        WHERE chat_key = \(MessageRowID.key(of: "?")) AND kind = 'unknown' AND encryption IS NULL
            AND iif(
                json_valid(source),
                json_extract(source, '$.type') = 'm.room.encryption' AND json_extract(source, '$.state_key') = '', 0)
        ORDER BY id LIMIT 1
        """

    /// Returns the position at which encryption was enabled; `nil` if the stored timeline doesn't show it. It is also
    /// `nil` if an earlier message is encrypted. In that case the state was set again, and its first event is not
    /// stored.
    package func encryptedSince(chatID: String) throws -> Int64? {
        let first = Self.firstEncryptionEvent
        guard let position = try db.value(first, [chatID], as: Int64.self) else { return nil }
        let earlier = """
            SELECT EXISTS (
                SELECT 1 FROM messages
                WHERE \(MessageRowID.isBefore("?2", in: "?1")) AND messages.id > \(MessageRowID.origin(of: "?1")) + ?3
                    AND encryption IS NOT NULL)
            """
        let isEncryptedBefore = try db.value(
            earlier, [chatID, position, MessageRowID.bound(position - Self.lookedAt)], as: Bool.self)
        return isEncryptedBefore == true ? nil : position
    }
}
