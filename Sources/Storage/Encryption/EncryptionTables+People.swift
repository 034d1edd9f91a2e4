import GRDB

/// A device, with its self-signed keys from the server.
package struct StoredDevice: Hashable, Sendable {
    package let userID: String
    package let deviceID: String
    package let identityKey: String
    /// `DeviceKeys` as JSON (client-server API, `POST keys/query`).
    package let keys: String
    /// Its signing key in Base64, if the device was verified.
    package let verifiedKey: String?

    package init(userID: String, deviceID: String, identityKey: String, keys: String, verifiedKey: String? = nil) {
        self.verifiedKey = verifiedKey
        self.userID = userID
        self.deviceID = deviceID
        self.identityKey = identityKey
        self.keys = keys
    }
}

/// The people whose device lists are tracked.
extension EncryptionTables {
    /// Starts tracking the device lists of people.
    package func track(_ userIDs: some Sequence<String>) throws {
        let sql = "INSERT OR IGNORE INTO tracked_people (user_id, is_outdated, generation) VALUES (?, 1, 0)"
        for userID in userIDs { try db.run(sql, [userID]) }
    }

    /// Returns the people whose device lists are not tracked yet.
    package func untracked(among userIDs: [String]) throws -> [String] {
        let sql = """
            SELECT value FROM json_each(?) WHERE NOT EXISTS (SELECT 1 FROM tracked_people WHERE user_id = value)
            """
        return try db.all(sql, [IdentifierList(userIDs)], as: String.self)
    }

    package func trackedPeople() throws -> [String] {
        try db.all("SELECT user_id FROM tracked_people", as: String.self)
    }

    /// Marks device lists as outdated, after the server reported a change or an unknown state.
    package func setOutdated(_ userIDs: some Sequence<String>) throws {
        let sql = "UPDATE tracked_people SET is_outdated = 1, generation = generation + 1 WHERE user_id = ?"
        for userID in userIDs { try db.run(sql, [userID]) }
    }

    /// Stops tracking device lists. The devices are kept, so that earlier messages can still be attributed.
    package func stopTracking(_ userIDs: some Sequence<String>) throws {
        for userID in userIDs {
            try db.run("DELETE FROM tracked_people WHERE user_id = ?", [userID])
        }
    }

    /// Returns the people whose device lists have to be queried, with the current generation of each; `nil` covers
    /// all people.
    package func outdated(among userIDs: [String]? = nil) throws -> [String: Int64] {
        let list = userIDs.map { IdentifierList($0) }
        let sql = """
            SELECT user_id, generation FROM tracked_people
            WHERE is_outdated = 1 AND (?1 IS NULL OR user_id IN (SELECT value FROM json_each(?1)))
            """
        let people = try db.all(sql, [list]) { ($0[0] as String, $0[1] as Int64) }
        // Swift considers some texts equal that the database distinguishes.
        return Dictionary(people) { first, _ in first }
    }

    /// Replaces the devices of a person with those in a server's response. If the generation changed since the query,
    /// the list stays outdated.
    ///
    /// - Parameter generation: the generation from ``outdated(among:)`` before the query.
    package func set(_ devices: [StoredDevice], of userID: String, generation: Int64) throws {
        try db.run("DELETE FROM devices WHERE user_id = ?", [userID])
        let sql = "INSERT INTO devices (user_id, device_id, identity_key, keys, verified_key) VALUES (?, ?, ?, ?, ?)"
        for device in devices {
            try db.run(sql, [userID, device.deviceID, device.identityKey, device.keys, device.verifiedKey])
        }
        try db.run(
            "UPDATE tracked_people SET is_outdated = 0 WHERE user_id = ? AND generation = ?", [userID, generation])
    }

    package func devices(of userID: String) throws -> [StoredDevice] {
        try devices(where: "user_id = ?", userID)
    }

    /// Returns all devices with an identity key. If they contradict each other, at least one of them is forged.
    package func devices(identityKey: String) throws -> [StoredDevice] {
        try devices(where: "identity_key = ?", identityKey)
    }

    private func devices(where condition: String, _ argument: String) throws -> [StoredDevice] {
        let sql = """
            SELECT user_id, device_id, identity_key, keys, verified_key FROM devices
            WHERE \(condition) ORDER BY user_id, device_id
            """
        return try db.all(sql, [argument]) {
            StoredDevice(userID: $0[0], deviceID: $0[1], identityKey: $0[2], keys: $0[3], verifiedKey: $0[4])
        }
    }
}
