extension Migration {
    /// For whom a line was encrypted at its last try: a text that differs once its session or the devices that have the key
    /// of that are others. NULL where nobody noted it.
    static let sealedLines = Migration(
        version: 34,
        sql: """
            ALTER TABLE outbox ADD COLUMN sealed_for TEXT;
            """)
}
