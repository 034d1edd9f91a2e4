import GRDB
import MatrixAPI

/// What devices sent to devices and those have not taken yet (client-server API, "Send-to-Device messaging").
struct DeviceMessagesTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func put(_ content: String, _ type: String, from sender: String, to device: Caller) throws {
        try database.run(
            "INSERT INTO device_messages (user_id, device_id, sender, type, content) VALUES (?, ?, ?, ?, ?)",
            [device.userID, device.deviceID, sender, type, content])
    }

    /// Whether so many wait for the device already.
    func isFull(_ device: Caller, most: Int) throws -> Bool {
        try database.integer(
            "SELECT 1 FROM device_messages WHERE user_id = ? AND device_id = ? LIMIT 1 OFFSET ?",
            [device.userID, device.deviceID, most - 1]) != nil
    }

    /// What came for the device after `after` and up to `upTo`, oldest first.
    func messages(
        for device: Caller, after: Int64, upTo: Int64, limit: Int
    ) throws -> [(position: Int64, json: JSONValue)] {
        try database.allRows(
            """
            SELECT position, sender, type, content FROM device_messages
            WHERE user_id = ? AND device_id = ? AND position > ? AND position <= ? ORDER BY position LIMIT ?
            """, [device.userID, device.deviceID, after, upTo, limit]
        ).map { row in
            let json: JSONValue = [
                "sender": .string(row[1]), "type": .string(row[2]), "content": StoredJSON.parse(row[3]),
            ]
            return (row[0], json)
        }
    }

    func has(for device: Caller, upTo: Int64) throws -> Bool {
        try database.integer(
            "SELECT 1 FROM device_messages WHERE user_id = ? AND device_id = ? AND position <= ? LIMIT 1",
            [device.userID, device.deviceID, upTo]) != nil
    }

    /// The device has them.
    func delete(for device: Caller, upTo: Int64) throws {
        try database.run(
            "DELETE FROM device_messages WHERE user_id = ? AND device_id = ? AND position <= ?",
            [device.userID, device.deviceID, upTo])
    }

    /// A device that is gone, or with `nil` all of the user's.
    func delete(of user: String, _ deviceID: String?) throws {
        try database.run(
            "DELETE FROM device_messages WHERE user_id = ?1 AND (?2 IS NULL OR device_id = ?2)", [user, deviceID])
    }

    /// Notes a transaction, and gives up those of more than a day ago, as those of events.
    ///
    /// - Returns: whether it is new.
    func begin(_ transaction: Int64, now: Int64) throws -> Bool {
        try database.run("DELETE FROM device_transactions WHERE created_at < ?", [now - Timestamp.day])
        let known = try database.integer(
            "SELECT 1 FROM device_transactions WHERE transaction_key = ?", [transaction])
        guard known == nil else { return false }
        try database.run(
            "INSERT INTO device_transactions (transaction_key, created_at) VALUES (?, ?)", [transaction, now])
        return true
    }
}
