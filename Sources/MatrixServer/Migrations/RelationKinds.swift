import GRDB

/// Migration 13: finds who related to an event in which way without reading all that relate to it.
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
