import GRDB

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
