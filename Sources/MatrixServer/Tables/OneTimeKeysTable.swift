import GRDB
import MatrixAPI

/// The one-time keys, and the fallback keys for when none is left (client-server API, "One-time and fallback keys").
struct OneTimeKeysTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// Stores a new key. Storing the same key again changes nothing.
    ///
    /// - Throws: ``EndpointError`` if another key has its name: the client assumed that the name is new.
    func put(_ key: JSONValue, _ name: KeyName, of device: Caller) throws {
        let text = key.serializedText
        let known = try database.strings(
            "SELECT key FROM one_time_keys WHERE user_id = ? AND device_id = ? AND algorithm = ? AND key_id = ?",
            [device.userID, device.deviceID, name.algorithm, name.keyID])
        if let known = known.first {
            guard known == text else { throw EndpointError.invalid("There is another key of this name: \(name.text)") }
            return
        }
        try database.run(
            "INSERT INTO one_time_keys (user_id, device_id, algorithm, key_id, key) VALUES (?, ?, ?, ?, ?)",
            [device.userID, device.deviceID, name.algorithm, name.keyID, text])
    }

    /// Stores a fallback key. The same key uploaded again stays marked as used if it was claimed.
    func putFallback(_ key: JSONValue, _ name: KeyName, of device: Caller) throws {
        try database.run(
            """
            INSERT INTO fallback_keys (user_id, device_id, algorithm, key_id, key) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (user_id, device_id, algorithm) DO UPDATE
            SET key_id = excluded.key_id, key = excluded.key, is_used = 0
            WHERE key_id <> excluded.key_id OR key <> excluded.key
            """, [device.userID, device.deviceID, name.algorithm, name.keyID, key.serializedText])
    }

    /// Whether more than `most` keys wait to be claimed, including fallback keys.
    func has(moreThan most: Int, of device: Caller) throws -> Bool {
        try database.integer(
            """
            SELECT 1 FROM (
                SELECT 1 FROM one_time_keys WHERE user_id = ?1 AND device_id = ?2
                UNION ALL SELECT 1 FROM fallback_keys WHERE user_id = ?1 AND device_id = ?2) LIMIT 1 OFFSET ?3
            """, [device.userID, device.deviceID, most]) != nil
    }

    /// Returns the number of keys that wait to be claimed, by algorithm.
    func counts(of device: Caller) throws -> [String: Int64] {
        let rows = try database.allRows(
            "SELECT algorithm, count(*) FROM one_time_keys WHERE user_id = ? AND device_id = ? GROUP BY algorithm",
            [device.userID, device.deviceID])
        return Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    /// Returns the algorithms with a fallback key that was not claimed yet.
    func unusedFallbacks(of device: Caller) throws -> [String] {
        try database.strings(
            "SELECT algorithm FROM fallback_keys WHERE user_id = ? AND device_id = ? AND is_used = 0 ORDER BY algorithm",
            [device.userID, device.deviceID])
    }

    /// Whether more than `most` one-time keys of the algorithm wait to be claimed.
    func has(moreThan most: Int, _ algorithm: String, of device: Caller) throws -> Bool {
        try database.integer(
            "SELECT 1 FROM one_time_keys WHERE user_id = ? AND device_id = ? AND algorithm = ? LIMIT 1 OFFSET ?",
            [device.userID, device.deviceID, algorithm, most]) != nil
    }

    func hasFallback(_ algorithm: String, of device: Caller) throws -> Bool {
        try database.integer(
            "SELECT 1 FROM fallback_keys WHERE user_id = ? AND device_id = ? AND algorithm = ?",
            [device.userID, device.deviceID, algorithm]) != nil
    }

    /// Claims the key that was uploaded first.
    ///
    /// - Returns: `nil` if there is none.
    func claim(_ algorithm: String, of device: Caller) throws -> (name: KeyName, key: JSONValue)? {
        let row = try database.firstRow(
            """
            SELECT ordinal, key_id, key FROM one_time_keys WHERE user_id = ? AND device_id = ? AND algorithm = ?
            ORDER BY ordinal LIMIT 1
            """, [device.userID, device.deviceID, algorithm])
        guard let row else { return nil }
        try database.run("DELETE FROM one_time_keys WHERE ordinal = ?", [row[0] as Int64])
        return (KeyName(algorithm: algorithm, keyID: row[1]), StoredJSON.parse(row[2]))
    }

    /// Claims the fallback key, which stays.
    ///
    /// - Returns: `nil` if there is none.
    func claimFallback(_ algorithm: String, of device: Caller) throws -> (name: KeyName, key: JSONValue)? {
        let fallback = try database.firstRow(
            "SELECT key_id, key FROM fallback_keys WHERE user_id = ? AND device_id = ? AND algorithm = ?",
            [device.userID, device.deviceID, algorithm])
        guard let fallback else { return nil }
        try database.run(
            "UPDATE fallback_keys SET is_used = 1 WHERE user_id = ? AND device_id = ? AND algorithm = ?",
            [device.userID, device.deviceID, algorithm])
        return (KeyName(algorithm: algorithm, keyID: fallback[0]), StoredJSON.parse(fallback[1]))
    }

    /// Deletes the keys of a device that is gone, or with `nil` of all the user's devices.
    func delete(of user: String, _ deviceID: String?) throws {
        for table in ["one_time_keys", "fallback_keys"] {
            try database.run(
                "DELETE FROM \(table) WHERE user_id = ?1 AND (?2 IS NULL OR device_id = ?2)", [user, deviceID])
        }
    }
}
