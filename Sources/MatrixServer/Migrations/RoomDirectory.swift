import GRDB

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
