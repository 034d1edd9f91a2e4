import GRDB
import MatrixAPI

/// Messages between devices that were not delivered yet (client-server API, "Send-to-Device messaging").
struct DeviceMessagesTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// Stores a message, unless the device's queue or the sender's share of it is full. A sender who shares a room
    /// with the device's owner has a larger share, which is available even if the queue is full.
    ///
    /// - Returns: Whether it is stored.
    func put(
        _ content: String, _ type: String, from sender: String, to device: Caller, within limits: ServerLimits
    ) throws -> Bool {
        let (all, own) = (try queue(of: device, from: nil), try queue(of: device, from: sender))
        let size = content.utf8.count
        let fitsForAll =
            all.has(roomFor: size, count: limits.deviceMessages, bytes: limits.deviceMessageBytes)
            && own.has(
                roomFor: size, count: limits.deviceMessagesOfStranger, bytes: limits.deviceMessageBytesOfStranger)
        if !fitsForAll {
            guard
                own.has(roomFor: size, count: limits.deviceMessagesOfSender, bytes: limits.deviceMessageBytesOfSender),
                try MembershipsTable(database).shareRoom(sender, device.userID)
            else { return false }
        }
        try database.run(
            """
            INSERT INTO device_messages
            (user_id, device_id, sender, type, content, ordinal, byte_end, sender_ordinal, sender_byte_end, sent_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                device.userID, device.deviceID, sender, type, content, all.newest + 1, all.byteEnd + size,
                own.newest + 1, own.byteEnd + size, Timestamp.now,
            ])
        return true
    }

    /// Returns the time of the oldest waiting message, in milliseconds since 1970; `nil` if none is waiting.
    func oldestTime(for device: Caller) throws -> Int64? {
        try database.integer(
            "SELECT sent_at FROM device_messages WHERE user_id = ? AND device_id = ? ORDER BY position LIMIT 1",
            [device.userID, device.deviceID])
    }

    /// The waiting amount, as differences of running totals.
    private struct Queue {
        var oldest = 0
        var newest = 0
        var oldestByteEnd = 0
        var byteEnd = 0

        /// Whether a message fits. The size of the oldest message is not counted, since the differences don't
        /// include it.
        func has(roomFor size: Int, count: Int, bytes: Int) -> Bool {
            (newest - oldest < count - 1 || newest == 0) && byteEnd - oldestByteEnd + size <= bytes
        }
    }

    /// - Parameter sender: The sender whose messages count; `nil` counts all.
    private func queue(of device: Caller, from sender: String?) throws -> Queue {
        func end(_ order: String) throws -> (ordinal: Int, byteEnd: Int)? {
            let row =
                if let sender {
                    try database.firstRow(
                        """
                        SELECT sender_ordinal, sender_byte_end FROM device_messages
                        WHERE user_id = ? AND device_id = ? AND sender = ? ORDER BY position \(order) LIMIT 1
                        """, [device.userID, device.deviceID, sender])
                } else {
                    try database.firstRow(
                        """
                        SELECT ordinal, byte_end FROM device_messages WHERE user_id = ? AND device_id = ?
                        ORDER BY position \(order) LIMIT 1
                        """, [device.userID, device.deviceID])
                }
            return row.map { ($0[0], $0[1]) }
        }
        guard let oldest = try end("ASC"), let newest = try end("DESC") else { return Queue() }
        return Queue(
            oldest: oldest.ordinal, newest: newest.ordinal, oldestByteEnd: oldest.byteEnd, byteEnd: newest.byteEnd)
    }

    /// Returns the messages for the device after `after` and up to `upTo`, oldest first: as many as `limits` allow,
    /// and at least one.
    ///
    /// - Returns: The messages, and whether they are all.
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

    /// Deletes delivered messages.
    func delete(for device: Caller, upTo: Int64) throws {
        try database.run(
            "DELETE FROM device_messages WHERE user_id = ? AND device_id = ? AND position <= ?",
            [device.userID, device.deviceID, upTo])
    }

    /// Deletes the messages of a device that is gone, or with `nil` of all the user's devices.
    func delete(of user: String, _ deviceID: String?) throws {
        try database.run(
            "DELETE FROM device_messages WHERE user_id = ?1 AND (?2 IS NULL OR device_id = ?2)", [user, deviceID])
    }

    /// The progress of an earlier use of a transaction identifier.
    enum Use {
        case first
        case complete
        /// The queues of these devices were full then.
        case partial(without: Set<Caller>)
    }

    /// Records a transaction, and deletes those older than a day, as for events.
    func begin(_ transaction: Int64, now: Int64) throws -> Use {
        try database.run("DELETE FROM device_transactions WHERE created_at < ?", [now - Timestamp.day])
        let known = try database.integer(
            "SELECT 1 FROM device_transactions WHERE transaction_key = ?", [transaction])
        guard known == nil else {
            let gaps = try database.allRows(
                "SELECT user_id, device_id FROM device_transaction_gaps WHERE transaction_key = ?", [transaction])
            return gaps.isEmpty
                ? .complete : .partial(without: Set(gaps.map { Caller(userID: $0[0], deviceID: $0[1]) }))
        }
        try database.run(
            "INSERT INTO device_transactions (transaction_key, created_at) VALUES (?, ?)", [transaction, now])
        return .first
    }

    /// Whether a transaction reached all its devices.
    func isComplete(_ transaction: Int64) throws -> Bool {
        try database.integer(
            """
            SELECT 1 FROM device_transactions WHERE transaction_key = ?1 AND NOT EXISTS (
                SELECT 1 FROM device_transaction_gaps WHERE transaction_key = ?1)
            """, [transaction]) != nil
    }

    /// Stores the devices that a transaction has not reached so far.
    func setGaps(_ devices: [Caller], of transaction: Int64) throws {
        try database.run("DELETE FROM device_transaction_gaps WHERE transaction_key = ?", [transaction])
        for device in devices {
            try database.run(
                "INSERT INTO device_transaction_gaps (transaction_key, user_id, device_id) VALUES (?, ?, ?)",
                [transaction, device.userID, device.deviceID])
        }
    }
}
