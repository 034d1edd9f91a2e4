import GRDB

/// The answers that transaction identifiers got, kept for 24 hours (client-server API, "Transaction identifiers").
struct TransactionsTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// - Parameter scope: names the endpoint with its room, since the same identifier may be used at two of them.
    func eventID(_ caller: Caller, scope: String, transaction: String) throws -> String? {
        try database.firstRow(
            """
            SELECT event_id FROM transactions
            WHERE user_id = ? AND device_id = ? AND scope = ? AND transaction_id = ?
            """, [caller.userID, caller.deviceID, scope, transaction]
        ).map { $0[0] }
    }

    func insert(_ caller: Caller, scope: String, transaction: String, eventID: String) throws {
        let now = Timestamp.now
        // A few at a time: after a quiet day there may be a day's worth of them.
        try database.run(
            """
            DELETE FROM transactions WHERE (user_id, device_id, scope, transaction_id) IN (
                SELECT user_id, device_id, scope, transaction_id FROM transactions WHERE created_at < ?
                ORDER BY created_at LIMIT 8)
            """, [now - Timestamp.day])
        try database.run(
            """
            INSERT INTO transactions (user_id, device_id, scope, transaction_id, event_id, created_at)
            VALUES (?, ?, ?, ?, ?, ?)
            """, [caller.userID, caller.deviceID, scope, transaction, eventID, now])
    }
}
