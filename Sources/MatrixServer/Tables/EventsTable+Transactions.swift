import GRDB

extension EventsTable {
    /// Returns the event that this use of a transaction identifier made.
    ///
    /// - Parameter time: The earliest time of the event, in milliseconds since 1970.
    func eventID(of transaction: SentTransaction, since time: Int64) throws -> String? {
        try database.firstRow(
            """
            SELECT event_id FROM events WHERE transaction_key = ? AND sender = ? AND device_id = ?
            AND transaction_id = ? AND timestamp >= ?
            """,
            [transaction.key, transaction.caller.userID, transaction.caller.deviceID, transaction.transactionID, time]
        ).map { $0[0] }
    }
}
