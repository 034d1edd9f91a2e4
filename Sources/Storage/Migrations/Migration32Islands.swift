extension Migration {
    /// What asks the server for the messages of a gap from its older end on, and after which event they stand. Both are known where
    /// what is before the gap came by itself, from far back in the past.
    static let islands = Migration(
        version: 32,
        sql: """
            ALTER TABLE gaps ADD COLUMN newer_token TEXT;
            ALTER TABLE gaps ADD COLUMN newer_event_id TEXT;
            """)
}
