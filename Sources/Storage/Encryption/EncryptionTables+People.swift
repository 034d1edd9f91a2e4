import GRDB

/// A device of somebody, as a server told it and it signed itself.
package struct KeptDevice: Hashable, Sendable {
    package let userID: String
    package let deviceID: String
    package let identityKey: String
    /// `DeviceKeys` as JSON (client-server API, `POST keys/query`).
    package let keys: String
    /// Its signing key where a person compared it, in Base64.
    package let verifiedKey: String?

    package init(userID: String, deviceID: String, identityKey: String, keys: String, verifiedKey: String? = nil) {
        self.verifiedKey = verifiedKey
        self.userID = userID
        self.deviceID = deviceID
        self.identityKey = identityKey
        self.keys = keys
    }
}

/// Whose devices are followed.
extension EncryptionTables {
    /// From now on what is known of their devices has to be true.
    package func track(_ userIDs: some Sequence<String>) throws {
        let sql = "INSERT OR IGNORE INTO tracked_people (user_id, is_outdated, generation) VALUES (?, 1, 0)"
        for userID in userIDs { try db.cachedStatement(sql: sql).execute(arguments: .whole([userID])) }
    }

    /// Those whose devices nobody follows yet.
    package func untracked(among userIDs: [String]) throws -> [String] {
        let sql = """
            SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM tracked_people WHERE user_id = value)
            """
        return try String.fetchAll(db.cachedStatement(sql: sql), arguments: .whole([IdentifierList(userIDs)]))
    }

    package func trackedPeople() throws -> [String] {
        try String.fetchAll(db, sql: "SELECT user_id FROM tracked_people")
    }

    /// A server told that something of their devices changed, or that it doesn't know what did.
    package func setOutdated(_ userIDs: some Sequence<String>) throws {
        let sql = "UPDATE tracked_people SET is_outdated = 1, generation = generation + 1 WHERE user_id = ?"
        for userID in userIDs { try db.cachedStatement(sql: sql).execute(arguments: .whole([userID])) }
    }

    /// Nobody tells any more what changes. What they said can still be told to be theirs.
    package func stopTracking(_ userIDs: some Sequence<String>) throws {
        for userID in userIDs {
            try db.cachedStatement(sql: "DELETE FROM tracked_people WHERE user_id = ?")
                .execute(arguments: .whole([userID]))
        }
    }

    /// Those of whom has to be asked, and what was told of each when this was read; `nil` asks for all.
    package func outdated(among userIDs: [String]? = nil) throws -> [String: Int64] {
        let list = userIDs.map { IdentifierList($0) }
        let sql = """
            SELECT user_id, generation FROM tracked_people
            WHERE is_outdated = 1 AND (?1 IS NULL OR user_id IN (SELECT value FROM json_each(?1)))
            """
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: .whole([list]))
        // Swift takes texts for equal that the disk tells apart.
        return Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
    }

    /// Puts what a server answered in place of what was known of somebody. What was told meanwhile has to be asked for again.
    ///
    /// - Parameter generation: as ``outdated(among:)`` had it before the question.
    package func set(_ devices: [KeptDevice], of userID: String, generation: Int64) throws {
        try db.cachedStatement(sql: "DELETE FROM devices WHERE user_id = ?").execute(arguments: .whole([userID]))
        let sql = "INSERT INTO devices (user_id, device_id, identity_key, keys, verified_key) VALUES (?, ?, ?, ?, ?)"
        for device in devices {
            try db.cachedStatement(sql: sql).execute(
                arguments: .whole([userID, device.deviceID, device.identityKey, device.keys, device.verifiedKey]))
        }
        try db.cachedStatement(
            sql: "UPDATE tracked_people SET is_outdated = 0 WHERE user_id = ? AND generation = ?"
        ).execute(arguments: .whole([userID, generation]))
    }

    package func devices(of userID: String) throws -> [KeptDevice] {
        try devices(where: "user_id = ?", userID)
    }

    /// Where one of them says something else than the others, one of them lies.
    package func devices(identityKey: String) throws -> [KeptDevice] {
        try devices(where: "identity_key = ?", identityKey)
    }

    private func devices(where condition: String, _ argument: String) throws -> [KeptDevice] {
        let sql = """
            SELECT user_id, device_id, identity_key, keys, verified_key FROM devices
            WHERE \(condition) ORDER BY user_id, device_id
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: .whole([argument])).map {
            KeptDevice(userID: $0[0], deviceID: $0[1], identityKey: $0[2], keys: $0[3], verifiedKey: $0[4])
        }
    }
}
