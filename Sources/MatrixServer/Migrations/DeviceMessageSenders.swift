import GRDB

/// Migration 14: totals of each sender's messages that wait for a device, and the devices that a request to several
/// did not reach.
enum DeviceMessageSenders {
    /// `sender_ordinal` and `sender_byte_end` count as `ordinal` and `byte_end`, but only the messages of one
    /// sender in a device's queue. `sent_at` is in milliseconds since 1970; 0 for messages from before this
    /// migration.
    static func perform(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE device_messages ADD COLUMN sender_ordinal INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE device_messages ADD COLUMN sender_byte_end INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE device_messages ADD COLUMN sent_at INTEGER NOT NULL DEFAULT 0;
                UPDATE device_messages SET sender_ordinal = q.ordinal, sender_byte_end = q.byte_end FROM (
                    SELECT position, row_number() OVER queue AS ordinal,
                        sum(length(CAST(content AS BLOB))) OVER queue AS byte_end
                    FROM device_messages
                    WINDOW queue AS (PARTITION BY user_id, device_id, sender ORDER BY position)) q
                    WHERE q.position = device_messages.position;
                CREATE INDEX device_messages_by_sender ON device_messages (user_id, device_id, sender, position);
                CREATE TABLE device_transaction_gaps (
                    transaction_key INTEGER NOT NULL
                        REFERENCES device_transactions (transaction_key) ON DELETE CASCADE,
                    user_id TEXT NOT NULL, device_id TEXT NOT NULL, PRIMARY KEY (transaction_key, user_id, device_id)
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
