import GRDB

/// Migration 9: totals of a device's message queue, so that checking its limits doesn't read all of it.
enum DeviceQueues {
    /// `ordinal` counts the messages of a device's queue, this one included, and `byte_end` their bytes. The
    /// waiting messages are then a difference.
    static func perform(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE device_messages ADD COLUMN ordinal INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE device_messages ADD COLUMN byte_end INTEGER NOT NULL DEFAULT 0;
                UPDATE device_messages SET ordinal = q.ordinal, byte_end = q.byte_end FROM (
                    SELECT position, row_number() OVER queue AS ordinal,
                        sum(length(CAST(content AS BLOB))) OVER queue AS byte_end
                    FROM device_messages WINDOW queue AS (PARTITION BY user_id, device_id ORDER BY position)) q
                    WHERE q.position = device_messages.position;
                """)
    }
}
