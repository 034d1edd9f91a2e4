import Conversations
package import Foundation
import GRDB

/// The tables of an ``EncryptionStore`` within a transaction or a snapshot.
package struct EncryptionTables {
    let db: Database

    /// The keys of this device.
    package struct OwnDevice: Hashable, Sendable {
        package let deviceID: String
        /// The encrypted state.
        package var account: Data
        /// Whether its keys were uploaded.
        package var isUploaded: Bool

        package init(deviceID: String, account: Data, isUploaded: Bool) {
            self.deviceID = deviceID
            self.account = account
            self.isUploaded = isUploaded
        }
    }

    package func ownDevice() throws -> OwnDevice? {
        let sql = "SELECT device_id, account, is_uploaded FROM own_device"
        return try db.first(sql) {
            OwnDevice(deviceID: $0[0], account: $0[1], isUploaded: $0[2])
        }
    }

    package func set(_ device: OwnDevice) throws {
        try db.run(
            "REPLACE INTO own_device (id, device_id, account, is_uploaded) VALUES (1, ?, ?, ?)",
            [device.deviceID, device.account, device.isUploaded])
    }

    /// Deletes the keys of the previous login's device, because its sessions with others are useless to the new one.
    /// Received room keys are kept. Lines that were certainly not sent are encrypted again.
    package func forgetOwnDevice() throws {
        for table in [
            "own_device", "olm_sessions", "sending_keys", "key_shares", "device_messages", "secret_inquiries",
            "key_inquiries", "device_requests", "devices_without_olm",
        ] {
            try db.execute(sql: "DELETE FROM \(table)")
        }
        try sealAnew()
    }

    /// Discards the encrypted content of lines that were certainly not sent, so that they are encrypted for the
    /// current recipients.
    package func sealAnew() throws {
        try db.execute(sql: "UPDATE outbox SET sealed = NULL WHERE may_have_left = 0")
    }

    // MARK: Olm

    /// Returns the encrypted sessions with a device, the most recently used first and stale ones last.
    package func olmSessions(peerKey: String) throws -> [(sessionID: String, state: Data)] {
        let sql = """
            SELECT session_id, state FROM olm_sessions WHERE peer_key = ? ORDER BY is_stale, used_at DESC, id DESC
            """
        return try db.all(sql, [peerKey]) { ($0[0], $0[1]) }
    }

    /// Returns the time at which the last session with the device began, in milliseconds since 1970.
    package func newestOlmSession(peerKey: String) throws -> Int64? {
        let sql = "SELECT max(began_at) FROM olm_sessions WHERE peer_key = ?"
        return try db.value(sql, [peerKey], as: Int64.self)
    }

    /// Returns the devices without a session that may be used for sending.
    package func withoutOlmSession(among peerKeys: [String]) throws -> Set<String> {
        let sql = """
            SELECT value FROM json_each(?) WHERE NOT EXISTS (
                SELECT 1 FROM olm_sessions WHERE peer_key = value AND NOT is_stale)
            """
        return try Set(db.all(sql, [IdentifierList(peerKeys)], as: String.self))
    }

    package func hasOlmSession(peerKey: String) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM olm_sessions WHERE peer_key = ?)"
        return try db.value(sql, [peerKey], as: Bool.self) ?? false
    }

    /// Retires the sessions of a profile that was restored from an older copy. The outbound sessions of chats end,
    /// and new Olm sessions are created to share their successors.
    package func leaveRestoredSessions(chatIDs: Set<String>) throws {
        for chatID in chatIDs { try endSendingKey(chatID: chatID) }
        try db.execute(sql: "UPDATE olm_sessions SET is_stale = 1")
    }

    /// Records that no session can be created with a device.
    ///
    /// - Returns: whether the device has to be notified of that. This happens once until a session is created.
    package func noteWithoutOlm(peerKey: String) throws -> Bool {
        try db.run("INSERT OR IGNORE INTO devices_without_olm (peer_key) VALUES (?)", [peerKey])
        return db.changesCount > 0
    }

    /// Inserts or replaces an Olm session.
    ///
    /// - Parameter time: the time at which a message in it was decrypted or it began, in milliseconds since 1970; `nil`
    ///   keeps the old value.
    package func setOlmSession(peerKey: String, sessionID: String, state: Data, usedAt time: Int64?) throws {
        // `used_at` is a counter rather than a time, so that the last used session comes first even if the clock was
        // set back.
        let sql = """
            INSERT INTO olm_sessions (peer_key, session_id, state, used_at, began_at)
            VALUES (?1, ?2, ?3,
                iif(?4 IS NULL, 0, 1 + (SELECT ifnull(max(used_at), 0) FROM olm_sessions WHERE peer_key = ?1)),
                ifnull(?4, 0))
            ON CONFLICT (peer_key, session_id) DO UPDATE SET state = ?3,
                used_at = iif(?4 IS NULL, used_at, excluded.used_at)
            """
        try db.run(sql, [peerKey, sessionID, state, time])
        // Without a time, this is only a new state of an existing session.
        guard time != nil else { return }
        try db.run("DELETE FROM devices_without_olm WHERE peer_key = ?", [peerKey])
        // Limits the sessions per device, so that a device can't fill the disk with new ones.
        try db.run(
            """
            DELETE FROM olm_sessions WHERE peer_key = ?1 AND id NOT IN (
                SELECT id FROM olm_sessions WHERE peer_key = ?1 ORDER BY used_at DESC, id DESC LIMIT 8)
            """, [peerKey])
    }
}

/// The secrets of the account's own devices.
extension EncryptionTables {
    package func secret(named name: String) throws -> StoredPrivateKey? {
        let sql = "SELECT name, public_key, secret FROM own_secrets WHERE name = ?"
        return try db.first(sql, [name]) {
            StoredPrivateKey(name: $0[0], publicKey: $0[1], secret: $0[2])
        }
    }

    /// Inserts or replaces the secret with that name.
    package func set(_ secret: StoredPrivateKey) throws {
        try db.run(
            "REPLACE INTO own_secrets (name, public_key, secret) VALUES (?, ?, ?)",
            [secret.name, secret.publicKey, secret.secret])
    }

    package func removeSecret(named name: String) throws {
        try db.run("DELETE FROM own_secrets WHERE name = ?", [name])
    }

    // MARK: Verified keys

    /// Sets whether a device is verified.
    ///
    /// - Parameter key: the device's verified signing key in Base64; `nil` if it is not verified anymore.
    package func setVerified(_ key: String?, userID: String, deviceID: String) throws {
        try db.run("UPDATE devices SET verified_key = ? WHERE user_id = ? AND device_id = ?", [key, userID, deviceID])
    }

    /// Returns the people whose current identity is verified.
    package func verifiedPeople() throws -> [String] {
        try db.all("SELECT user_id FROM identities WHERE verified_key = master_key ORDER BY user_id", as: String.self)
    }
}
