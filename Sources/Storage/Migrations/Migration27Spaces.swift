extension Migration {
    /// Adds which rooms are spaces, and their children. The children of existing spaces are requested when they are
    /// opened.
    static let spaces = Migration(
        version: 27,
        sql: """
            ALTER TABLE chats ADD COLUMN is_space INTEGER NOT NULL DEFAULT 0;
            UPDATE chats SET is_space = 1 WHERE id IN (
                SELECT chat_id FROM powers WHERE iif(json_valid(creation), json_extract(creation, '$.type'), NULL) = 'm.space'
            );
            CREATE TABLE space_children (
                chat_id TEXT NOT NULL,
                child_id TEXT NOT NULL,
                child_order TEXT,
                added_at INTEGER NOT NULL,
                servers TEXT NOT NULL,
                PRIMARY KEY (chat_id, child_id)
            ) WITHOUT ROWID;
            """)
}
