extension Migration {
    /// Adds an index of edits by ciphertext, which is queried for each decrypted edit to detect replays.
    static let editReplays = Migration(
        version: 22,
        sql: """
            CREATE INDEX edits_by_ciphertext ON edits (encryption) WHERE encryption IS NOT NULL;
            """)
}

extension Migration {
    /// Adds the devices that were notified that no session can be created with them, by identity key. They are kept
    /// until a session is created.
    static let withoutOlm = Migration(
        version: 23,
        sql: "CREATE TABLE devices_without_olm (peer_key TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;"
    )
}

extension Migration {
    /// Adds the data that limits the sharing of keys, and that finds devices without a key.
    ///
    /// `encrypted_chats.members_number` is incremented by each change of the members. `sending_keys.is_shareable` is
    /// `NULL` if it was not recorded; a session that `is_over` sends nothing more. `device_messages.session_id` is
    /// the session whose key the messages share.
    static let sharedKeys = Migration(
        version: 19,
        sql: """
            ALTER TABLE encrypted_chats ADD COLUMN members_number INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE sending_keys ADD COLUMN is_shareable INTEGER;
            ALTER TABLE sending_keys ADD COLUMN is_over INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE device_messages ADD COLUMN session_id TEXT;
            """)
}

extension Migration {
    /// Adds the encryption of edits, because an edit is only as trustworthy as the key with which it was encrypted.
    ///
    /// `edits.encryption` is a stored ``MessageEncryption``. It is missing for an edit that was received without its
    /// position in the timeline.
    static let editTrust = Migration(
        version: 20,
        sql: """
            ALTER TABLE edits ADD COLUMN encryption TEXT;
            UPDATE edits SET encryption = (
                SELECT messages.encryption FROM messages JOIN chat_keys ON key = messages.chat_key
                WHERE chat_keys.chat_id = edits.chat_id AND messages.event_id = edits.event_id)
            WHERE is_encrypted = 1;
            """)
}

extension Migration {
    /// Adds the time since when people are ignored, and the chats whose history is requested again after somebody is
    /// no longer ignored (`MissedHistoryPart`). For people who were ignored before, the time is unknown.
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
