extension Migration {
    /// Adds the device that last sent a line, and the time. The server knows a transaction identifier only for that
    /// device and for a day.
    static let departures = Migration(
        version: 12,
        sql: """
            ALTER TABLE outbox ADD COLUMN left_device TEXT;
            ALTER TABLE outbox ADD COLUMN left_at INTEGER;
            """
    )
}
