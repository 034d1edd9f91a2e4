extension Migration {
    /// Adds the token that requests the messages of a gap from its older end, and the event before them. Both are
    /// known if the messages before the gap were requested separately, from far back in the history.
    static let islands = Migration(
        version: 32,
        sql: """
            ALTER TABLE gaps ADD COLUMN newer_token TEXT;
            ALTER TABLE gaps ADD COLUMN newer_event_id TEXT;
            """)
}
