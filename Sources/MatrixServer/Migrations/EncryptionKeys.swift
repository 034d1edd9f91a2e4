import GRDB

/// Migration 6: the keys for end-to-end encryption. All keys are public, and only clients interpret them.
enum EncryptionKeys {
    /// `ordinal` is the order in which one-time keys were uploaded and are claimed. A row of `key_changes` without
    /// a device says that the user's devices or their keys changed. A row with a device says that the number of its
    /// one-time keys did. Numbers are never reused, or a client would miss the change with the second use.
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE device_keys (
                    user_id TEXT NOT NULL, device_id TEXT NOT NULL, keys TEXT NOT NULL, PRIMARY KEY (user_id, device_id)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE one_time_keys (
                    ordinal INTEGER PRIMARY KEY, user_id TEXT NOT NULL, device_id TEXT NOT NULL, algorithm TEXT NOT NULL,
                    key_id TEXT NOT NULL, key TEXT NOT NULL, UNIQUE (user_id, device_id, algorithm, key_id)
                ) STRICT;
                CREATE TABLE fallback_keys (
                    user_id TEXT NOT NULL, device_id TEXT NOT NULL, algorithm TEXT NOT NULL, key_id TEXT NOT NULL,
                    key TEXT NOT NULL, is_used INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (user_id, device_id, algorithm)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE cross_signing_keys (
                    user_id TEXT NOT NULL, usage TEXT NOT NULL, public_key TEXT NOT NULL, key TEXT NOT NULL,
                    PRIMARY KEY (user_id, usage)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE key_signatures (
                    owner TEXT NOT NULL, target TEXT NOT NULL, signer TEXT NOT NULL, key_name TEXT NOT NULL,
                    signature TEXT NOT NULL, PRIMARY KEY (owner, target, signer, key_name)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE backup_versions (
                    user_id TEXT NOT NULL, version INTEGER NOT NULL, algorithm TEXT NOT NULL, auth_data TEXT NOT NULL,
                    etag INTEGER NOT NULL DEFAULT 0, is_deleted INTEGER NOT NULL DEFAULT 0,
                    PRIMARY KEY (user_id, version)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE backup_keys (
                    user_id TEXT NOT NULL, version INTEGER NOT NULL, room_id TEXT NOT NULL, session_id TEXT NOT NULL,
                    first_index INTEGER NOT NULL, forwarded_count INTEGER NOT NULL, is_verified INTEGER NOT NULL,
                    data TEXT NOT NULL, PRIMARY KEY (user_id, version, room_id, session_id)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE key_changes (
                    position INTEGER PRIMARY KEY AUTOINCREMENT, user_id TEXT NOT NULL, device_id TEXT NOT NULL,
                    UNIQUE (user_id, device_id)
                ) STRICT;
                CREATE INDEX memberships_by_stream ON memberships (stream);
                CREATE TABLE device_messages (
                    position INTEGER PRIMARY KEY AUTOINCREMENT, user_id TEXT NOT NULL, device_id TEXT NOT NULL,
                    sender TEXT NOT NULL, type TEXT NOT NULL, content TEXT NOT NULL
                ) STRICT;
                CREATE INDEX device_messages_by_device ON device_messages (user_id, device_id, position);
                CREATE TABLE device_transactions (
                    transaction_key INTEGER PRIMARY KEY, created_at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX device_transactions_by_age ON device_transactions (created_at);
                """)
    }
}
