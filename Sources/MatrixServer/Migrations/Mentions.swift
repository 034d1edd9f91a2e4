import GRDB

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
