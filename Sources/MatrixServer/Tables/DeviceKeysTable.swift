import GRDB
import MatrixAPI

/// The identity keys of devices, as their owners signed them (client-server API, "Key management API").
struct DeviceKeysTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// Stores a device's identity keys. The keys can't change, though their metadata may. Other users would take
    /// changed keys for a stranger's, and the stored one-time keys are signed by the first ones.
    ///
    /// - Returns: Whether anything changed.
    /// - Throws: ``EndpointError`` if the device has other keys.
    func put(_ json: JSONValue, of device: Caller) throws -> Bool {
        let known = try key(device.deviceID, of: device.userID)
        guard known != json else { return false }
        guard known == nil || known?["keys"] == json["keys"] else {
            throw EndpointError.invalid("This device has other keys: log in as another one")
        }
        try database.run(
            "INSERT OR REPLACE INTO device_keys (user_id, device_id, keys) VALUES (?, ?, ?)",
            [device.userID, device.deviceID, json.serializedText])
        return true
    }

    func key(_ deviceID: String, of user: String) throws -> JSONValue? {
        try database.firstRow(
            "SELECT keys FROM device_keys WHERE user_id = ? AND device_id = ?", [user, deviceID]
        ).map { StoredJSON.parse($0[0]) }
    }

    func has(keysOf user: String) throws -> Bool {
        try database.integer("SELECT 1 FROM device_keys WHERE user_id = ? LIMIT 1", [user]) != nil
    }

    /// Calls `body` with each device and its keys in turn, which contain the name that its owner gave it. Only the
    /// keys of one device are in memory, since an account may have many devices.
    ///
    /// - Parameter wanted: The identifiers of the devices; an empty set means all devices.
    func eachKey(
        of user: String, in wanted: Set<String>, _ body: (_ deviceID: String, _ keys: JSONValue) throws -> Void
    ) throws {
        try database.eachRow(
            """
            SELECT k.device_id, k.keys, d.display_name FROM device_keys k
            LEFT JOIN devices d ON d.user_id = k.user_id AND d.device_id = k.device_id WHERE k.user_id = ?
            """, [user]
        ) { row in
            let deviceID: String = row[0]
            guard wanted.isEmpty || wanted.contains(deviceID) else { return }
            var json = StoredJSON.parse(row[1])
            let name: String? = row[2]
            json["unsigned"] = name.map { ["device_display_name": .string($0)] }
            try body(deviceID, json)
        }
    }

    /// Deletes the keys of a device that is gone, or with `nil` of all the user's devices.
    ///
    /// - Returns: The devices that had any.
    func delete(of user: String, _ deviceID: String?) throws -> [String] {
        try database.strings(
            "DELETE FROM device_keys WHERE user_id = ?1 AND (?2 IS NULL OR device_id = ?2) RETURNING device_id",
            [user, deviceID])
    }
}
