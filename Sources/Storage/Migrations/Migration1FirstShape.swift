extension Migration {
    /// Creates the tables of chats, people, timelines with their gaps, the outbox, drafts and settings.
    static let firstShape = Migration(
        version: 1,
        sql: """
            CREATE TABLE chats (
                id TEXT NOT NULL PRIMARY KEY,
                membership TEXT NOT NULL,
                given_name TEXT,
                canonical_alias TEXT,
                topic TEXT,
                joined_count INTEGER NOT NULL,
                invited_count INTEGER NOT NULL,
                inviter_id TEXT,
                inviter_name TEXT,
                is_encrypted INTEGER NOT NULL,
                notification_count INTEGER NOT NULL,
                highlight_count INTEGER NOT NULL,
                last_activity INTEGER NOT NULL,
                fully_read_event_id TEXT,
                last_position INTEGER,
                is_direct_invitation INTEGER NOT NULL
            );
            CREATE TABLE members (
                chat_id TEXT NOT NULL,
                user_id TEXT NOT NULL,
                display_name TEXT,
                membership TEXT NOT NULL,
                PRIMARY KEY (chat_id, user_id)
            ) WITHOUT ROWID;
            CREATE TABLE heroes (
                chat_id TEXT NOT NULL,
                rank INTEGER NOT NULL,
                user_id TEXT NOT NULL,
                PRIMARY KEY (chat_id, rank)
            ) WITHOUT ROWID;
            CREATE TABLE direct_chats (
                chat_id TEXT NOT NULL PRIMARY KEY,
                user_id TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE messages (
                id INTEGER PRIMARY KEY,
                chat_id TEXT NOT NULL,
                position INTEGER NOT NULL,
                event_id TEXT NOT NULL,
                sender TEXT NOT NULL,
                timestamp INTEGER NOT NULL,
                kind TEXT NOT NULL,
                body TEXT NOT NULL,
                subject_id TEXT,
                subject_name TEXT,
                subject_change TEXT,
                is_removed INTEGER NOT NULL,
                transaction_id TEXT,
                source TEXT NOT NULL
            );
            CREATE UNIQUE INDEX messages_by_position ON messages (chat_id, position);
            CREATE UNIQUE INDEX messages_by_event ON messages (chat_id, event_id);
            CREATE TABLE gaps (
                chat_id TEXT NOT NULL,
                position INTEGER NOT NULL,
                token TEXT NOT NULL,
                PRIMARY KEY (chat_id, position)
            ) WITHOUT ROWID;
            CREATE TABLE removals (
                chat_id TEXT NOT NULL,
                event_id TEXT NOT NULL,
                PRIMARY KEY (chat_id, event_id)
            ) WITHOUT ROWID;
            CREATE TABLE receipts (
                chat_id TEXT NOT NULL,
                user_id TEXT NOT NULL,
                event_id TEXT NOT NULL,
                timestamp INTEGER NOT NULL,
                PRIMARY KEY (chat_id, user_id)
            ) WITHOUT ROWID;
            CREATE TABLE outbox (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                chat_id TEXT NOT NULL,
                type TEXT NOT NULL,
                body TEXT NOT NULL,
                is_emote INTEGER NOT NULL,
                content TEXT NOT NULL,
                accepted_at INTEGER NOT NULL,
                state TEXT NOT NULL,
                detail TEXT
            );
            CREATE TABLE drafts (
                chat_id TEXT NOT NULL PRIMARY KEY,
                text TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE settings (
                key TEXT NOT NULL PRIMARY KEY,
                value TEXT NOT NULL
            ) WITHOUT ROWID;
            """
    )
}
