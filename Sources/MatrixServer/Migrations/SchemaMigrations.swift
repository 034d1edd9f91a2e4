import GRDB

/// The schema migrations, oldest first. A migration is never edited once released.
enum SchemaMigrations {
    static func migrate(_ pool: DatabasePool, path: String) throws {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1 first tables") { try FirstTables.create(in: $0) }
        migrator.registerMigration("2 relation index") { try RelationIndex.create(in: $0) }
        migrator.registerMigration("3 refresh tokens") { try RefreshTokens.create(in: $0) }
        migrator.registerMigration("4 mentions") { try Mentions.create(in: $0) }
        migrator.registerMigration("5 fewer trees") { try FewerTrees.perform(in: $0) }
        migrator.registerMigration("6 encryption keys") { try EncryptionKeys.create(in: $0) }
        migrator.registerMigration("7 key limits") { try KeyLimits.perform(in: $0) }
        migrator.registerMigration("8 device sightings") { try DeviceSightings.create(in: $0) }
        migrator.registerMigration("9 device queues") { try DeviceQueues.perform(in: $0) }
        migrator.registerMigration("10 room directory") { try RoomDirectory.create(in: $0) }
        migrator.registerMigration("11 media") { try MediaTables.create(in: $0) }
        migrator.registerMigration("12 pending media") { try PendingMedia.create(in: $0) }
        migrator.registerMigration("13 relation kinds") { try RelationKinds.create(in: $0) }
        migrator.registerMigration("14 device message senders") { try DeviceMessageSenders.perform(in: $0) }
        migrator.registerMigration("15 account data totals") { try AccountDataTotals.create(in: $0) }
        let isNewer = try pool.read { try migrator.hasBeenSuperseded($0) }
        if isNewer { throw ServerError.databaseNewer(path: path) }
        try migrator.migrate(pool)
    }
}

/// Migration 15: totals of an account's account data, so that checking its limits reads a row.
enum AccountDataTotals {
    /// The room `*` stands for all rooms and for data that belongs to none.
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE account_data_totals (
                    user_id TEXT NOT NULL, room_id TEXT NOT NULL, entries INTEGER NOT NULL, bytes INTEGER NOT NULL,
                    PRIMARY KEY (user_id, room_id)
                ) STRICT, WITHOUT ROWID;
                INSERT INTO account_data_totals (user_id, room_id, entries, bytes)
                SELECT user_id, room_id, count(*), sum(length(CAST(content AS BLOB)) + length(CAST(type AS BLOB)))
                FROM account_data GROUP BY user_id, room_id;
                INSERT INTO account_data_totals (user_id, room_id, entries, bytes)
                SELECT user_id, '*', sum(entries), sum(bytes) FROM account_data_totals GROUP BY user_id;
                """)
    }
}

/// Migration 14: totals of each sender's messages that wait for a device, and the devices that a request to several
/// did not reach.
enum DeviceMessageSenders {
    /// `sender_ordinal` and `sender_byte_end` count as `ordinal` and `byte_end`, but only the messages of one
    /// sender in a device's queue. `sent_at` is in milliseconds since 1970; 0 for messages from before this
    /// migration.
    static func perform(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE device_messages ADD COLUMN sender_ordinal INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE device_messages ADD COLUMN sender_byte_end INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE device_messages ADD COLUMN sent_at INTEGER NOT NULL DEFAULT 0;
                UPDATE device_messages SET sender_ordinal = q.ordinal, sender_byte_end = q.byte_end FROM (
                    SELECT position, row_number() OVER queue AS ordinal,
                        sum(length(CAST(content AS BLOB))) OVER queue AS byte_end
                    FROM device_messages
                    WINDOW queue AS (PARTITION BY user_id, device_id, sender ORDER BY position)) q
                    WHERE q.position = device_messages.position;
                CREATE INDEX device_messages_by_sender ON device_messages (user_id, device_id, sender, position);
                CREATE TABLE device_transaction_gaps (
                    transaction_key INTEGER NOT NULL
                        REFERENCES device_transactions (transaction_key) ON DELETE CASCADE,
                    user_id TEXT NOT NULL, device_id TEXT NOT NULL, PRIMARY KEY (transaction_key, user_id, device_id)
                ) STRICT, WITHOUT ROWID;
                """)
    }
}

/// Migration 9: totals of a device's message queue, so that checking its limits doesn't read all of it.
enum DeviceQueues {
    /// `ordinal` counts the messages of a device's queue, this one included, and `byte_end` their bytes. The
    /// waiting messages are then a difference.
    static func perform(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE device_messages ADD COLUMN ordinal INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE device_messages ADD COLUMN byte_end INTEGER NOT NULL DEFAULT 0;
                UPDATE device_messages SET ordinal = q.ordinal, byte_end = q.byte_end FROM (
                    SELECT position, row_number() OVER queue AS ordinal,
                        sum(length(CAST(content AS BLOB))) OVER queue AS byte_end
                    FROM device_messages WINDOW queue AS (PARTITION BY user_id, device_id ORDER BY position)) q
                    WHERE q.position = device_messages.position;
                """)
    }
}

/// Migration 8: the time at which each device was last seen.
enum DeviceSightings {
    static func create(in database: Database) throws {
        try database.execute(sql: "ALTER TABLE devices ADD COLUMN last_seen_at INTEGER")
    }
}

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

/// Migration 5: moves data of a message from separate tables into its event row, so that a send writes fewer pages.
enum FewerTrees {
    /// `transaction_key` is the key of a transaction identifier (``SentTransaction/key``). `depth` is that of the
    /// event in its room; of older events, only each room's newest has it. `is_unmarked` is 1 if a message has no
    /// `m.mentions` and may name users in its text, and NULL elsewhere.
    static func perform(in database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE events ADD COLUMN transaction_key INTEGER;
                ALTER TABLE events ADD COLUMN depth INTEGER;
                ALTER TABLE events ADD COLUMN is_unmarked INTEGER;
                """)
        try moveTransactions(in: database)
        try database.execute(
            sql: """
                UPDATE events SET depth = (SELECT r.depth FROM rooms r WHERE r.room_id = events.room_id)
                    WHERE stream IN (SELECT latest_stream FROM rooms);
                UPDATE events SET is_unmarked = 1 WHERE stream IN (SELECT stream FROM unmarked_messages);
                DROP TABLE transactions;
                DROP TABLE unmarked_messages;
                ALTER TABLE rooms DROP COLUMN latest_stream;
                ALTER TABLE rooms DROP COLUMN latest_event_id;
                ALTER TABLE rooms DROP COLUMN depth;
                ALTER TABLE rooms DROP COLUMN notify_ordinal;
                DROP INDEX events_by_room;
                CREATE INDEX events_by_room ON events (room_id, stream, is_unmarked);
                CREATE INDEX events_by_transaction ON events (transaction_key) WHERE transaction_key IS NOT NULL;
                """)
    }

    /// Moves the transactions of the last day and a little more; older ones had expired before as well.
    private static func moveTransactions(in database: Database) throws {
        let rows = try Row.fetchCursor(
            database, sql: "SELECT user_id, device_id, scope, transaction_id, event_id FROM transactions")
        while let row = try rows.next() {
            let key = SentTransaction.key(Caller(userID: row[0], deviceID: row[1]), scope: row[2], row[3])
            try database.run("UPDATE events SET transaction_key = ? WHERE event_id = ?", [key, row[4] as String])
        }
    }
}

/// Migration 7: totals of an account's keys and signatures, so that checking its limits doesn't read them all.
enum KeyLimits {
    /// The number of a deleted backup is kept if it was the last one, so that no number is reused.
    static func perform(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE INDEX key_signatures_by_signer ON key_signatures (signer, key_name);
                ALTER TABLE backup_versions ADD COLUMN key_count INTEGER NOT NULL DEFAULT 0;
                UPDATE backup_versions SET key_count = (
                    SELECT count(*) FROM backup_keys k
                    WHERE k.user_id = backup_versions.user_id AND k.version = backup_versions.version);
                DELETE FROM backup_versions WHERE is_deleted = 1 AND version < (
                    SELECT max(version) FROM backup_versions v WHERE v.user_id = backup_versions.user_id);
                UPDATE backup_versions SET auth_data = '{}' WHERE is_deleted = 1;
                """)
    }
}

/// Migration 11: uploads.
enum MediaTables {
    /// The bytes of a file are on the disk once, however often they were uploaded. `media_totals` has the totals of
    /// each account and, under an empty name, of the server, so that limits are checked against a number.
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE media_files (hash TEXT NOT NULL PRIMARY KEY, size INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                CREATE TABLE media (
                    media_id TEXT NOT NULL PRIMARY KEY, hash TEXT, owner TEXT NOT NULL, type TEXT NOT NULL, name TEXT,
                    created_at INTEGER NOT NULL, expires_at INTEGER
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX media_by_owner ON media (owner, hash);
                CREATE TABLE media_totals (
                    owner TEXT NOT NULL PRIMARY KEY, files INTEGER NOT NULL, bytes INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                """)
    }
}

/// Migration 4: stores a single row for a message to the whole room or with names in its text, not a row for each user.
enum Mentions {
    /// `room_mentions` are messages that mention the whole room; `unmarked_messages` have no `m.mentions` and may
    /// name users in their text. Earlier rows of either kind stay in `highlights`.
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE room_mentions (
                    room_id TEXT NOT NULL, stream INTEGER NOT NULL, PRIMARY KEY (room_id, stream)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE unmarked_messages (
                    room_id TEXT NOT NULL, stream INTEGER NOT NULL, PRIMARY KEY (room_id, stream)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX highlights_by_event ON highlights (room_id, stream);
                CREATE INDEX filters_by_definition ON filters (user_id, definition);
                """)
    }
}

/// Migration 12: addresses of pending uploads, and files by size, since an upload may equal an existing file.
enum PendingMedia {
    /// The row of a pending upload in `media` has `expires_at` and no `hash`.
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE INDEX media_by_expiry ON media (expires_at) WHERE hash IS NULL;
                CREATE INDEX media_pending ON media (owner, expires_at) WHERE hash IS NULL;
                CREATE INDEX media_files_by_size ON media_files (size);
                """)
    }
}

/// Migration 3: tokens that expire and are refreshed. A device without a row here has a token that never expires.
enum RefreshTokens {
    /// `expires_at` belongs to the token in `devices`. The next pair is valid beside the present one until either
    /// of its tokens is first used, since the response may have been lost.
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE refresh_tokens (
                    user_id TEXT NOT NULL, device_id TEXT NOT NULL, refresh_hash BLOB NOT NULL UNIQUE,
                    expires_at INTEGER NOT NULL, next_token_hash BLOB, next_refresh_hash BLOB UNIQUE,
                    next_expires_at INTEGER, PRIMARY KEY (user_id, device_id)
                ) STRICT, WITHOUT ROWID
                """)
    }
}

/// Migration 2: finds the relations of an event without reading its room.
enum RelationIndex {
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE INDEX events_by_relation ON events
                    (room_id, json_extract(content, '$."m.relates_to".event_id'), stream)
                    WHERE json_extract(content, '$."m.relates_to".event_id') IS NOT NULL
                """)
    }
}

/// Migration 13: finds the relations of an event by kind and sender without reading all of its relations.
enum RelationKinds {
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE INDEX events_by_relation_kind ON events
                    (room_id, json_extract(content, '$."m.relates_to".event_id'),
                    json_extract(content, '$."m.relates_to".rel_type'), sender, stream)
                    WHERE json_extract(content, '$."m.relates_to".event_id') IS NOT NULL;
                CREATE INDEX events_in_threads ON events (room_id, stream)
                    WHERE json_extract(content, '$."m.relates_to".rel_type') = 'm.thread' AND notifies = 1;
                """)
    }
}

/// Migration 10: room aliases, and the rooms that anybody with an account may find.
enum RoomDirectory {
    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE aliases (
                    alias TEXT NOT NULL PRIMARY KEY, room_id TEXT NOT NULL, creator TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX aliases_by_room ON aliases (room_id, alias);
                CREATE INDEX aliases_by_creator ON aliases (creator);
                CREATE TABLE published_rooms (
                    room_id TEXT NOT NULL PRIMARY KEY, publisher TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX published_rooms_by_publisher ON published_rooms (publisher);
                """)
    }
}
