import GRDB

/// Migration 5: moves data of a message from separate tables into its event row, so that a send writes fewer pages.
enum FewerTrees {
    /// `transaction_key` is the key of a transaction identifier (``SentTransaction/key``). `depth` is that of the
    /// event in its room; of older events, only each room's newest has it. `is_unmarked` is 1 if a message has no
    /// `m.mentions` and may name users in its text, and NULL elsewhere.
    static func perform(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE events ADD COLUMN transaction_key INTEGER;
                ALTER TABLE events ADD COLUMN depth INTEGER;
                ALTER TABLE events ADD COLUMN is_unmarked INTEGER;
                """)
        try moveTransactions(in: database)
        try database.execute(
            sql: """
                UPDATE events SET depth = (SELECT r.depth FROM rooms r WHERE r.room_id = events.room_id)
                    WHERE stream IN (SELECT latest_stream FROM rooms);
                UPDATE events SET is_unmarked = 1 WHERE stream IN (SELECT stream FROM unmarked_messages);
                DROP TABLE transactions;
                DROP TABLE unmarked_messages;
                ALTER TABLE rooms DROP COLUMN latest_stream;
                ALTER TABLE rooms DROP COLUMN latest_event_id;
                ALTER TABLE rooms DROP COLUMN depth;
                ALTER TABLE rooms DROP COLUMN notify_ordinal;
                DROP INDEX events_by_room;
                CREATE INDEX events_by_room ON events (room_id, stream, is_unmarked);
                CREATE INDEX events_by_transaction ON events (transaction_key) WHERE transaction_key IS NOT NULL;
                """)
    }

    /// Moves the transactions of the last day and a little more; older ones had expired before as well.
    private static func moveTransactions(in database: Database) throws {
        let rows = try Row.fetchCursor(
            database, sql: "SELECT user_id, device_id, scope, transaction_id, event_id FROM transactions")
        while let row = try rows.next() {
            let key = SentTransaction.key(Caller(userID: row[0], deviceID: row[1]), scope: row[2], row[3])
            try database.run("UPDATE events SET transaction_key = ? WHERE event_id = ?", [key, row[4] as String])
        }
    }
}
