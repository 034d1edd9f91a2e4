import GRDB

/// Migration 4: a message costs one row for whom it calls, however many they are.
enum Mentions {
    /// `room_mentions` are messages for everybody in the room; `unmarked_messages` have no `m.mentions` and may name somebody
    /// in their text. What `highlights` has from before for either stays.
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
