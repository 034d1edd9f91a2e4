extension Migration {
    /// Adds the sender of a withheld code, because only the owner of a session may withhold its key. Older codes are
    /// dropped, because their senders are unknown; their events keep the reason themselves.
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
