extension Migration {
    /// Files that wait to be sent: how many bytes are kept beside the database, and where the server has them.
    static let outboxFiles = Migration(
        version: 31,
        sql: """
            ALTER TABLE outbox ADD COLUMN file_size INTEGER;
            ALTER TABLE outbox ADD COLUMN upload TEXT;
            """)
}
