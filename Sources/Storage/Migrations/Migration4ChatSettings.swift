extension Migration {
    /// Adds the account's settings of chats, and the ignored people.
    static let chatSettings = Migration(
        version: 4,
        sql: """
            ALTER TABLE chats ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE chats ADD COLUMN pin_order REAL;
            ALTER TABLE chats ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE chats ADD COLUMN is_marked_unread INTEGER NOT NULL DEFAULT 0;
            CREATE INDEX chats_by_place ON chats (is_archived, is_pinned DESC, last_activity DESC, id)
                WHERE membership <> 'left';
            CREATE TABLE notification_levels (
                chat_id TEXT NOT NULL PRIMARY KEY,
                level TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE ignored_people (
                user_id TEXT NOT NULL PRIMARY KEY
            ) WITHOUT ROWID;
            """
    )
}
