import Conversations
import GRDB

/// The secrets of the account's own devices.
extension EncryptionTables {
    package func secret(named name: String) throws -> KeptSecret? {
        let sql = "SELECT name, public_key, secret FROM own_secrets WHERE name = ?"
        return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: .whole([name])).map {
            KeptSecret(name: $0[0], publicKey: $0[1], secret: $0[2])
        }
    }

    /// Inserts or replaces the secret with that name.
    package func set(_ secret: KeptSecret) throws {
        try db.cachedStatement(sql: "REPLACE INTO own_secrets (name, public_key, secret) VALUES (?, ?, ?)")
            .execute(arguments: .whole([secret.name, secret.publicKey, secret.secret]))
    }

    package func removeSecret(named name: String) throws {
        try db.cachedStatement(sql: "DELETE FROM own_secrets WHERE name = ?").execute(arguments: .whole([name]))
    }

    // MARK: Verified keys

    /// - Parameter key: the device's verified signing key in Base64; `nil` if it is not verified anymore.
    package func setVerified(_ key: String?, userID: String, deviceID: String) throws {
        try db.cachedStatement(sql: "UPDATE devices SET verified_key = ? WHERE user_id = ? AND device_id = ?")
            .execute(arguments: .whole([key, userID, deviceID]))
    }

    /// Returns the people whose current identity is verified.
    package func verifiedPeople() throws -> [String] {
        try String.fetchAll(
            db, sql: "SELECT user_id FROM identities WHERE verified_key = master_key ORDER BY user_id")
    }
}
