extension Migration {
    /// What each chat's state says of who may do what in it.
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
