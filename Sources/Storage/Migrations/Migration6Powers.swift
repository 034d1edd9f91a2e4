extension Migration {
    /// Adds the state events that decide the permissions in each chat.
    static let powers = Migration(
        version: 6,
        sql: """
            CREATE TABLE powers (
                chat_id TEXT NOT NULL PRIMARY KEY,
                levels TEXT,
                creation TEXT,
                creator TEXT
            ) WITHOUT ROWID;
            """
    )
}
