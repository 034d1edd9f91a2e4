import GRDB

/// Migration 1: the first tables.
enum FirstTables {
    static func create(in database: Database) throws {
        try database.execute(sql: accounts)
        try database.execute(sql: rooms)
        try database.execute(sql: marks)
    }

    private static let accounts = """
        CREATE TABLE server (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
        CREATE TABLE accounts (
            user_id TEXT PRIMARY KEY, password_salt BLOB, password_key BLOB, password_work INTEGER,
            display_name TEXT, avatar_url TEXT, created_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE devices (
            user_id TEXT NOT NULL, device_id TEXT NOT NULL, display_name TEXT, token_hash BLOB NOT NULL UNIQUE,
            created_at INTEGER NOT NULL, PRIMARY KEY (user_id, device_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE filters (
            user_id TEXT NOT NULL, filter_id INTEGER NOT NULL, definition TEXT NOT NULL,
            PRIMARY KEY (user_id, filter_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE transactions (
            user_id TEXT NOT NULL, device_id TEXT NOT NULL, scope TEXT NOT NULL, transaction_id TEXT NOT NULL,
            event_id TEXT NOT NULL, created_at INTEGER NOT NULL,
            PRIMARY KEY (user_id, device_id, scope, transaction_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX transactions_by_age ON transactions (created_at);
        """

    /// `notifies`: 0 never, 1 yes, 2 until it was redacted. The two ordinals count such events of the room and of
    /// the sender in it, this one included. Unread counts are then differences and cost the same for any number of
    /// events.
    private static let rooms = """
        CREATE TABLE rooms (
            room_id TEXT PRIMARY KEY, creator TEXT NOT NULL, latest_stream INTEGER NOT NULL,
            latest_event_id TEXT NOT NULL, depth INTEGER NOT NULL, notify_ordinal INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE events (
            stream INTEGER PRIMARY KEY, event_id TEXT NOT NULL UNIQUE, room_id TEXT NOT NULL, type TEXT NOT NULL,
            state_key TEXT, sender TEXT NOT NULL, timestamp INTEGER NOT NULL, content TEXT NOT NULL,
            replaces INTEGER, redacted_by TEXT, device_id TEXT, transaction_id TEXT,
            notifies INTEGER NOT NULL, notify_ordinal INTEGER NOT NULL, sender_ordinal INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX events_by_room ON events (room_id, stream);
        CREATE INDEX events_state ON events (room_id, type, state_key, stream) WHERE state_key IS NOT NULL;
        CREATE INDEX events_by_sender ON events (room_id, sender, stream) WHERE notifies > 0;
        CREATE INDEX events_no_longer_notifying ON events (room_id, stream) WHERE notifies = 2;
        CREATE TABLE current_state (
            room_id TEXT NOT NULL, type TEXT NOT NULL, state_key TEXT NOT NULL, stream INTEGER NOT NULL,
            PRIMARY KEY (room_id, type, state_key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE memberships (
            user_id TEXT NOT NULL, room_id TEXT NOT NULL, membership TEXT NOT NULL, stream INTEGER NOT NULL,
            display_name TEXT, is_forgotten INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (user_id, room_id)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX memberships_by_room ON memberships (room_id, membership, user_id);
        CREATE INDEX memberships_by_change ON memberships (user_id, stream);
        CREATE TABLE highlights (
            user_id TEXT NOT NULL, room_id TEXT NOT NULL, stream INTEGER NOT NULL,
            PRIMARY KEY (user_id, room_id, stream)
        ) STRICT, WITHOUT ROWID;
        """

    private static let marks = """
        CREATE TABLE receipts (
            room_id TEXT NOT NULL, user_id TEXT NOT NULL, type TEXT NOT NULL, thread TEXT NOT NULL,
            event_id TEXT NOT NULL, stream INTEGER NOT NULL, timestamp INTEGER NOT NULL, position INTEGER NOT NULL UNIQUE,
            PRIMARY KEY (room_id, user_id, type, thread)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE account_data (
            user_id TEXT NOT NULL, room_id TEXT NOT NULL, type TEXT NOT NULL, content TEXT NOT NULL,
            position INTEGER NOT NULL UNIQUE, PRIMARY KEY (user_id, room_id, type)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX account_data_by_change ON account_data (user_id, position);
        """
}
