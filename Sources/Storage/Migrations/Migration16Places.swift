extension Migration {
    /// Numbers messages by an integer of their chat and their position in it (``MessagePlace``), which also orders
    /// them. Afterwards ``MessageMove`` moves the existing ones in parts; until it is done, the tables `old_…` and
    /// `move` exist.
    ///
    /// Relations are stored among the shown messages and skipped when reading; no index leaves them out anymore.
    static let places = Migration(
        version: 16,
        sql: """
            DROP INDEX messages_shown;
            DROP INDEX messages_said;
            DROP INDEX messages_reasoned;
            DROP INDEX messages_by_event;
            ALTER TABLE messages RENAME TO old_messages;
            ALTER TABLE gaps RENAME TO old_gaps;
            CREATE TABLE old_ends (chat_id TEXT NOT NULL PRIMARY KEY, position INTEGER NOT NULL) WITHOUT ROWID;
            INSERT INTO old_ends SELECT id, last_position FROM chats WHERE last_position IS NOT NULL;
            CREATE TABLE move (
                total INTEGER NOT NULL,
                moved INTEGER NOT NULL,
                chat_id TEXT NOT NULL,
                old_position INTEGER,
                new_position INTEGER
            );
            INSERT INTO move (total, moved, chat_id) SELECT count(*), 0, '' FROM old_messages;

            CREATE TABLE chat_keys (
                key INTEGER PRIMARY KEY CHECK (key BETWEEN 1 AND 1048574),
                chat_id TEXT NOT NULL UNIQUE
            );
            CREATE TABLE messages (
                id INTEGER PRIMARY KEY,
                kind TEXT NOT NULL,
                event_id TEXT NOT NULL,
                sender TEXT NOT NULL,
                timestamp INTEGER NOT NULL,
                is_removed INTEGER NOT NULL,
                edit_id TEXT,
                body TEXT NOT NULL,
                formatted_body TEXT,
                subject_id TEXT,
                subject_name TEXT,
                subject_change TEXT,
                reply_to TEXT,
                transaction_id TEXT,
                mentions TEXT,
                removal_id TEXT,
                removed_by TEXT,
                removed_at INTEGER,
                removal_reason TEXT,
                event_type TEXT,
                source TEXT NOT NULL,
                chat_key INTEGER NOT NULL AS (id >> 43) VIRTUAL,
                position INTEGER NOT NULL AS ((id & 8796093022207) - 4398046511104) VIRTUAL
            );
            CREATE UNIQUE INDEX messages_by_event ON messages (chat_key, event_id);
            CREATE INDEX messages_said ON messages (chat_key, sender) WHERE is_removed = 0
                AND kind IN ('text', 'emote', 'picture', 'video', 'sound', 'file', 'place');
            CREATE INDEX messages_reasoned ON messages (chat_key, removal_id) WHERE removal_reason IS NOT NULL;
            CREATE TABLE gaps (
                chat_id TEXT NOT NULL,
                position INTEGER NOT NULL,
                token TEXT NOT NULL,
                PRIMARY KEY (chat_id, position)
            ) WITHOUT ROWID;
            """,
        movesMessages: true)
}
