import GRDB

extension EventsTable {
    /// Which events are asked for.
    struct Relations {
        /// The event that they relate to.
        let target: String
        /// `rel_type`, `nil` for any.
        let kind: String?
        /// The events' own type, `nil` for any.
        let type: String?

        fileprivate var arguments: Database.Arguments { [target, kind, type] }
    }

    /// Those after `after` and up to `upTo`, newest first.
    func newest(
        _ relations: Relations, in room: String, after: Int64, upTo: Int64, limit: Int
    ) throws -> [StoredEvent] {
        try select("\(Self.related) ORDER BY stream DESC LIMIT ?", [room, after, upTo] + relations.arguments + [limit])
    }

    /// Those after `after` and up to `upTo`, oldest first.
    func oldest(
        _ relations: Relations, in room: String, after: Int64, upTo: Int64, limit: Int
    ) throws -> [StoredEvent] {
        try select("\(Self.related) ORDER BY stream LIMIT ?", [room, after, upTo] + relations.arguments + [limit])
    }

    /// As the index of relations has it, word for word.
    private static let related = """
        room_id = ?1 AND stream > ?2 AND stream <= ?3
        AND json_extract(content, '$."m.relates_to".event_id') = ?4
        AND (?5 IS NULL OR json_extract(content, '$."m.relates_to".rel_type') = ?5)
        AND (?6 IS NULL OR type = ?6)
        """
}
