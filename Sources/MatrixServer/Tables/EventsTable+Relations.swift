import GRDB

extension EventsTable {
    /// The criteria of requested relations.
    struct Relations {
        /// The event that they relate to.
        let target: String
        /// `rel_type`, `nil` for any.
        let kind: String?
        /// The events' own type, `nil` for any.
        let type: String?

        fileprivate var arguments: Database.Arguments { [target, kind, type] }
    }

    /// Returns relations after `after` and up to `upTo`, newest first.
    func newest(
        _ relations: Relations, in room: String, after: Int64, upTo: Int64, limit: Int
    ) throws -> EventPage {
        try page("\(Self.related) ORDER BY stream DESC", [room, after, upTo] + relations.arguments, limit: limit)
    }

    /// Returns relations after `after` and up to `upTo`, oldest first.
    func oldest(
        _ relations: Relations, in room: String, after: Int64, upTo: Int64, limit: Int
    ) throws -> EventPage {
        try page("\(Self.related) ORDER BY stream", [room, after, upTo] + relations.arguments, limit: limit)
    }

    /// Works as ``newest(_:in:after:upTo:limit:)`` and ``oldest(_:in:after:upTo:limit:)``, but includes the
    /// relations of relations.
    ///
    /// NOTSPEC: only the first 10,000 that are found.
    func recursive(
        _ relations: Relations, in room: String, after: Int64, upTo: Int64, limit: Int, isNewestFirst: Bool
    ) throws -> EventPage {
        try page(
            """
            stream IN (
                WITH RECURSIVE found (place, id, level) AS (
                    SELECT NULL, ?4, 0
                    UNION ALL SELECT stream, event_id, level + 1 FROM found CROSS JOIN events
                    WHERE room_id = ?1 AND json_extract(content, '$."m.relates_to".event_id') = id
                    AND level < \(EventsTable.deepestRelation)
                    AND (?5 IS NULL OR json_extract(content, '$."m.relates_to".rel_type') = ?5)
                    AND (?6 IS NULL OR type = ?6) LIMIT 10000
                ) SELECT place FROM found
            ) AND stream > ?2 AND stream <= ?3 ORDER BY stream \(isNewestFirst ? "DESC" : "")
            """, [room, after, upTo] + relations.arguments, limit: limit)
    }

    /// The maximum depth of relations that ``recursive(_:in:after:upTo:limit:isNewestFirst:)`` finds.
    static let deepestRelation = 3

    /// Returns the identifiers in a JSON array that have relations of one of these kinds and by one of these senders.
    ///
    /// - Parameters:
    ///   - kinds: A JSON array of `rel_type`; `nil` for any.
    ///   - senders: A JSON array of identifiers; `nil` for any.
    func related(room: String, among events: String?, kinds: String?, senders: String?) throws -> [String] {
        try database.strings(
            """
            SELECT value FROM json_each(?2) j WHERE EXISTS (
                SELECT 1 FROM events WHERE room_id = ?1
                AND json_extract(content, '$."m.relates_to".event_id') = j.value
                AND (?3 IS NULL OR json_extract(content, '$."m.relates_to".rel_type') IN (SELECT value FROM json_each(?3)))
                AND (?4 IS NULL OR sender IN (SELECT value FROM json_each(?4)))
            )
            """, [room, events, kinds, senders])
    }

    /// Whether the sender annotated the event with that key before, in an event of the same type.
    func hasAnnotation(
        _ key: String, of target: String, type: String, by sender: String, in room: String
    ) throws -> Bool {
        try database.integer(
            """
            SELECT 1 FROM events WHERE room_id = ? AND json_extract(content, '$."m.relates_to".event_id') = ?
            AND json_extract(content, '$."m.relates_to".rel_type') = 'm.annotation' AND sender = ? AND type = ?
            AND json_extract(content, '$."m.relates_to".key') = ? LIMIT 1
            """, [room, target, sender, type, key]) != nil
    }

    /// Returns the newest events in threads that count as unread for others, newest first.
    func threaded(in room: String, after place: Int64, limit: Int) throws -> [StoredEvent] {
        try page(
            """
            room_id = ? AND stream > ? AND json_extract(content, '$."m.relates_to".rel_type') = 'm.thread'
            AND notifies = 1 ORDER BY stream DESC
            """, [room, place], limit: limit, index: "events_in_threads"
        ).events
    }

    /// The condition for relations. The expressions must equal those of the index, or SQLite doesn't use it.
    private static let related = """
        room_id = ?1 AND stream > ?2 AND stream <= ?3
        AND json_extract(content, '$."m.relates_to".event_id') = ?4
        AND (?5 IS NULL OR json_extract(content, '$."m.relates_to".rel_type') = ?5)
        AND (?6 IS NULL OR type = ?6)
        """
}
