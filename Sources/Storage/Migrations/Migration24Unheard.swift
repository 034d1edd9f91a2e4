extension Migration {
    /// Adds the time since when people are ignored, and the chats whose history is requested again after somebody is
    /// no longer ignored (`UnheardPart`). For people who were ignored before, the time is unknown.
    static let unheard = Migration(
        version: 24,
        sql: """
            ALTER TABLE ignored_people ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
            CREATE TABLE unheard (
                chat_id TEXT PRIMARY KEY NOT NULL,
                since INTEGER NOT NULL,
                token TEXT,
                next_event_id TEXT
            ) WITHOUT ROWID;
            """)
}
