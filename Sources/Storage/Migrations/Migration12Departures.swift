extension Migration {
    /// Which device asked last for a line, and when: beyond that device and a day no server knows its transaction identifier.
    static let departures = Migration(
        version: 12,
        sql: """
            ALTER TABLE outbox ADD COLUMN left_device TEXT;
            ALTER TABLE outbox ADD COLUMN left_at INTEGER;
            """
    )
}
