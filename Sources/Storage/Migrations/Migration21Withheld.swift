extension Migration {
    /// Who says that a key is kept back: of others' sessions nobody is believed. What was said until now nobody knows the sender of; the
    /// events that it was said of have the reason by themselves.
    static let withheld = Migration(
        version: 21,
        sql: """
            DROP TABLE withheld_keys;
            CREATE TABLE withheld_keys (
                chat_id TEXT NOT NULL,
                session_id TEXT NOT NULL,
                sender TEXT NOT NULL,
                code TEXT NOT NULL,
                PRIMARY KEY (chat_id, session_id, sender)
            ) WITHOUT ROWID;
            """)
}
