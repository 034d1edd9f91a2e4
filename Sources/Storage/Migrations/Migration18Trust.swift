extension Migration {
    /// Adds the tables for cross-signing identities, the key backup and requests between devices. `BLOB` columns
    /// contain encrypted data.
    ///
    /// `room_keys.is_backed_up` and `restored_chats` refer to the backup in `key_backup`; without one they have no
    /// meaning.
    static let trust = Migration(
        version: 18,
        sql: """
            CREATE TABLE own_secrets (
                name TEXT PRIMARY KEY NOT NULL,
                public_key TEXT NOT NULL,
                secret BLOB NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE key_backup (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                version TEXT NOT NULL,
                public_key TEXT NOT NULL
            );
            CREATE TABLE restored_chats (
                chat_id TEXT PRIMARY KEY NOT NULL
            ) WITHOUT ROWID;

            CREATE TABLE secret_inquiries (
                name TEXT PRIMARY KEY NOT NULL,
                request_id TEXT NOT NULL,
                asked TEXT NOT NULL,
                asked_at INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE key_inquiries (
                chat_id TEXT NOT NULL,
                session_id TEXT NOT NULL,
                request_id TEXT NOT NULL,
                asked TEXT NOT NULL,
                asked_at INTEGER NOT NULL,
                backup_asked_at INTEGER,
                PRIMARY KEY (chat_id, session_id)
            ) WITHOUT ROWID;
            CREATE INDEX key_inquiries_by_request ON key_inquiries (request_id);
            CREATE TABLE device_requests (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                device_id TEXT NOT NULL,
                request_id TEXT NOT NULL,
                type TEXT NOT NULL,
                content TEXT NOT NULL,
                came_at INTEGER NOT NULL,
                UNIQUE (device_id, request_id)
            );
            """)
}
