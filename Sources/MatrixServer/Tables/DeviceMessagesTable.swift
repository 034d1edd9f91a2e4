import GRDB
import MatrixAPI

/// What devices sent to devices and those have not taken yet (client-server API, "Send-to-Device messaging").
struct DeviceMessagesTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// Keeps a message, unless so much waits for the device already.
    ///
    /// - Returns: whether it is kept.
    func put(
        _ content: String, _ type: String, from sender: String, to device: Caller, within limits: ServerLimits
    ) throws -> Bool {
        let (oldest, newest) = (try end(of: device, "ASC"), try end(of: device, "DESC"))
        let size = content.utf8.count
        // The oldest takes no room: of its own size nothing is known here.
        guard newest.ordinal - oldest.ordinal < limits.deviceMessages - 1 || newest.ordinal == 0,
            newest.byteEnd - oldest.byteEnd + size <= limits.deviceMessageBytes
        else { return false }
        try database.run(
            """
            INSERT INTO device_messages (user_id, device_id, sender, type, content, ordinal, byte_end)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """, [device.userID, device.deviceID, sender, type, content, newest.ordinal + 1, newest.byteEnd + size])
        return true
    }

    /// Where the device's queue begins, or where it ends; zeros where nothing waits.
    private func end(of device: Caller, _ order: String) throws -> (ordinal: Int, byteEnd: Int) {
        let row = try database.firstRow(
            """
            SELECT ordinal, byte_end FROM device_messages WHERE user_id = ? AND device_id = ?
            ORDER BY position \(order) LIMIT 1
            """, [device.userID, device.deviceID])
        return row.map { ($0[0], $0[1]) } ?? (0, 0)
    }

    /// What came for the device after `after` and up to `upTo`, oldest first: as much as `limits` allow, and at least one.
    ///
    /// - Returns: with whether that is all.
    func messages(
        for device: Caller, after: Int64, upTo: Int64, atMost limits: (count: Int, bytes: Int)
    ) throws -> (found: [(position: Int64, json: JSONValue)], areAll: Bool) {
        let rows = try database.allRows(
            """
            SELECT position, sender, type, content FROM device_messages
            WHERE user_id = ? AND device_id = ? AND position > ? AND position <= ? ORDER BY position LIMIT ?
            """, [device.userID, device.deviceID, after, upTo, limits.count])
        var found: [(position: Int64, json: JSONValue)] = []
        var bytes = 0
        for row in rows {
            let content: String = row[3]
            bytes += content.utf8.count
            guard found.isEmpty || bytes <= limits.bytes else { return (found, false) }
            let json: JSONValue = [
                "sender": .string(row[1]), "type": .string(row[2]), "content": StoredJSON.parse(content),
            ]
            found.append((row[0], json))
        }
        return (found, rows.count < limits.count)
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
