extension Migration {
    /// Adds the recipients for whom a line was last encrypted: a text that changes with its session or with the
    /// devices that have its key. It is NULL if it was not recorded.
    static let sealedLines = Migration(
        version: 34,
        sql: """
            ALTER TABLE outbox ADD COLUMN sealed_for TEXT;
            """)
}
