import GRDB

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
