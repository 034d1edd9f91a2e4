extension Migration {
    /// Since when people are ignored, and of which chats the past is asked for once more since somebody is ignored no longer
    /// (`UnheardPart`). Of those who were ignored before, nobody knows since when.
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
