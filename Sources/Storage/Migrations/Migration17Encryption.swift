extension Migration {
    /// Adds the tables for encrypted chats. `BLOB` columns contain encrypted data.
    ///
    /// `messages.encryption` is a stored ``MessageEncryption``. `outbox.sealed` is the content of `m.room.encrypted`
    /// under which a line is sent.
    static let encryption = Migration(
        version: 17,
        sql: """
            ALTER TABLE messages ADD COLUMN encryption TEXT;
            CREATE INDEX messages_by_ciphertext ON messages (encryption) WHERE encryption IS NOT NULL;
            ALTER TABLE edits ADD COLUMN is_encrypted INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE outbox ADD COLUMN sealed TEXT;

            CREATE TABLE own_device (
                id INTEGER PRIMARY KEY CHECK (id = 1),
                device_id TEXT NOT NULL,
                account BLOB NOT NULL,
                is_uploaded INTEGER NOT NULL
            );
            CREATE TABLE olm_sessions (
                id INTEGER PRIMARY KEY,
                peer_key TEXT NOT NULL,
                session_id TEXT NOT NULL,
                state BLOB NOT NULL,
                used_at INTEGER NOT NULL,
                began_at INTEGER NOT NULL,
                UNIQUE (peer_key, session_id)
            );
            CREATE TABLE room_keys (
                id INTEGER PRIMARY KEY,
                chat_id TEXT NOT NULL,
                session_id TEXT NOT NULL,
                sender TEXT NOT NULL,
                sender_key TEXT NOT NULL,
                signing_key TEXT,
                first_index INTEGER NOT NULL,
                origin TEXT NOT NULL,
                is_shareable INTEGER NOT NULL,
                is_backed_up INTEGER NOT NULL,
                state BLOB NOT NULL,
                UNIQUE (chat_id, session_id, sender)
            );
            CREATE INDEX room_keys_to_back_up ON room_keys (id) WHERE is_backed_up = 0;
            CREATE TABLE withheld_keys (
                chat_id TEXT NOT NULL,
                session_id TEXT NOT NULL,
                code TEXT NOT NULL,
                PRIMARY KEY (chat_id, session_id)
            ) WITHOUT ROWID;
            CREATE TABLE sealed_events (
                chat_id TEXT NOT NULL,
                event_id TEXT NOT NULL,
                session_id TEXT NOT NULL,
                source TEXT NOT NULL,
                PRIMARY KEY (chat_id, event_id)
            ) WITHOUT ROWID;
            INSERT INTO sealed_events (chat_id, event_id, session_id, source)
                SELECT chat_keys.chat_id, event_id, json_extract(source, '$.content.session_id'), source
                FROM messages JOIN chat_keys ON key = chat_key
                WHERE kind = 'encrypted' AND is_removed = 0 AND json_valid(source)
                    AND typeof(json_extract(source, '$.content.session_id')) = 'text';
            UPDATE messages SET encryption = '! awaits-key' WHERE kind = 'encrypted' AND is_removed = 0;
            CREATE INDEX sealed_events_by_session ON sealed_events (chat_id, session_id);
            CREATE TABLE arrived_keys (
                chat_id TEXT NOT NULL,
                session_id TEXT NOT NULL,
                PRIMARY KEY (chat_id, session_id)
            ) WITHOUT ROWID;

            CREATE TABLE encrypted_chats (
                chat_id TEXT PRIMARY KEY NOT NULL,
                settings TEXT,
                history_visibility TEXT,
                has_all_members INTEGER NOT NULL DEFAULT 0
            ) WITHOUT ROWID;
            CREATE TABLE sending_keys (
                chat_id TEXT PRIMARY KEY NOT NULL,
                session_id TEXT NOT NULL,
                state BLOB NOT NULL,
                made_at INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE key_shares (
                session_id TEXT NOT NULL,
                user_id TEXT NOT NULL,
                device_id TEXT NOT NULL,
                outcome TEXT NOT NULL,
                tried_at INTEGER NOT NULL,
                PRIMARY KEY (session_id, user_id, device_id)
            ) WITHOUT ROWID;
            CREATE TABLE device_messages (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                transaction_id TEXT NOT NULL,
                type TEXT NOT NULL,
                messages TEXT NOT NULL
            );

            CREATE TABLE device_inbox (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                sender TEXT NOT NULL,
                type TEXT NOT NULL,
                content TEXT NOT NULL
            );
            CREATE TABLE tracked_people (
                user_id TEXT PRIMARY KEY NOT NULL,
                is_outdated INTEGER NOT NULL,
                generation INTEGER NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE devices (
                user_id TEXT NOT NULL,
                device_id TEXT NOT NULL,
                identity_key TEXT NOT NULL,
                keys TEXT NOT NULL,
                verified_key TEXT,
                PRIMARY KEY (user_id, device_id)
            ) WITHOUT ROWID;
            CREATE TABLE identities (
                user_id TEXT PRIMARY KEY NOT NULL,
                keys TEXT,
                master_key TEXT,
                seen_key TEXT,
                verified_key TEXT
            ) WITHOUT ROWID;
            CREATE INDEX devices_by_identity_key ON devices (identity_key);
            """)
}
