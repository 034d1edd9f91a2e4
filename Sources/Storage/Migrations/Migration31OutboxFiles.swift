extension Migration {
    /// Adds the files of lines: the size of the local copy, and the location on the server.
    static let outboxFiles = Migration(
        version: 31,
        sql: """
            ALTER TABLE outbox ADD COLUMN file_size INTEGER;
            ALTER TABLE outbox ADD COLUMN upload TEXT;
            """)
}
