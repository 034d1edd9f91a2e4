import GRDB
import MatrixAPI

/// The state of rooms: the present state, and the state at any position of the order.
struct StateTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    private static let columns = """
        e.stream, e.event_id, e.room_id, e.type, e.state_key, e.sender, e.timestamp, e.content, e.replaces,
        e.redacted_by, e.device_id, e.transaction_id
        """

    func current(_ type: String, _ key: String = "", in room: String) throws -> StoredEvent? {
        try database.firstRow(
            """
            SELECT \(StateTable.columns) FROM current_state s JOIN events e ON e.stream = s.stream
            WHERE s.room_id = ? AND s.type = ? AND s.state_key = ?
            """, [room, type, key]
        ).map(StoredEvent.init)
    }

    /// Whether anybody may read the room now (client-server API, "Room history visibility").
    func isWorldReadable(_ room: String) throws -> Bool {
        try current("m.room.history_visibility", in: room)?.content["history_visibility"]?.string == "world_readable"
    }

    func powerLevels(in room: String) throws -> PowerLevels {
        let content = try current("m.room.power_levels", in: room)?.content
        let creator = content == nil ? try current("m.room.create", in: room)?.sender : nil
        return PowerLevels(content: content, creator: creator)
    }

    func currentID(_ type: String, _ key: String, in room: String) throws -> String? {
        try database.strings(
            """
            SELECT e.event_id FROM current_state s JOIN events e ON e.stream = s.stream
            WHERE s.room_id = ? AND s.type = ? AND s.state_key = ?
            """, [room, type, key]
        ).first
    }

    /// Returns a piece of state as of the position `upTo`.
    ///
    /// - Parameter read: Makes an event from a row.
    func event(
        _ type: String, _ key: String, in room: String, upTo: Int64,
        _ read: (Row) -> StoredEvent = { StoredEvent($0) }
    ) throws -> StoredEvent? {
        try database.firstRow(
            """
            SELECT \(StateTable.columns) FROM events e
            WHERE e.room_id = ? AND e.type = ? AND e.state_key = ? AND e.stream <= ? ORDER BY e.stream DESC LIMIT 1
            """, [room, type, key, upTo]
        ).map(read)
    }

    /// Returns the state that changed after `after` and up to `upTo`, as of `upTo`; from 0, the whole state as of
    /// `upTo`. Large contents are left out (``StoredEvent/isContentLeftOut``).
    ///
    /// - Parameter skipsMembers: Whether to leave `m.room.member` out, for clients that load members lazily.
    func changes(
        in room: String, after: Int64, upTo: Int64, skipsMembers: Bool = false
    ) throws -> [StoredEvent] {
        let members = skipsMembers ? "AND type <> 'm.room.member'" : ""
        var events: [StoredEvent] = []
        try database.eachRow(
            """
            SELECT \(StateTable.columns) FROM events e WHERE e.stream IN (
                SELECT max(stream) FROM events WHERE room_id = ? AND state_key IS NOT NULL \(members)
                AND stream <= ? GROUP BY type, state_key
            ) AND e.stream > ? ORDER BY e.stream
            """, [room, upTo, after]
        ) { events.append(StoredEvent($0, longestContent: StateTable.longestContent)) }
        return events
    }

    /// The maximum in bytes: larger contents of a whole state are left out and read once they are needed.
    private static let longestContent = 4 << 10

    /// Calls `body` with each event of ``changes(in:after:upTo:skipsMembers:)`` in turn, until it returns `false`.
    ///
    /// - Parameter type: `nil` for all types.
    func eachChange(
        in room: String, after: Int64, upTo: Int64, type: String? = nil, while body: (StoredEvent) throws -> Bool
    ) throws {
        let condition = type == nil ? "" : "AND type = ?4"
        try database.rows(
            """
            SELECT \(StateTable.columns) FROM events e WHERE e.stream IN (
                SELECT max(stream) FROM events WHERE room_id = ?1 AND state_key IS NOT NULL \(condition)
                AND stream <= ?2 GROUP BY type, state_key
            ) AND e.stream > ?3 ORDER BY e.stream
            """, [room, upTo, after] + (type.map { [$0] } ?? [])
        ) { try body(StoredEvent($0)) }
    }

    /// Calls `body` with each event of the present state of a type, with any key, in the order of the last changes.
    ///
    /// - Parameter most: The maximum number of events; the newest ones are left out.
    func eachCurrent(
        _ type: String, in room: String, most: Int64 = .max, _ body: (StoredEvent) throws -> Void
    ) throws {
        try database.eachRow(
            """
            SELECT \(StateTable.columns) FROM current_state s JOIN events e ON e.stream = s.stream
            WHERE s.room_id = ? AND s.type = ? ORDER BY e.stream LIMIT ?
            """, [room, type, most]
        ) { try body(StoredEvent($0)) }
    }

    /// Returns the values that a field of a piece of state ever had, with the position where each begins, oldest
    /// first. A value is at most as long as the ones that the specification names.
    ///
    /// Only these values are read: a room may have thousands of such events, and each may hold 64 kB beside the field.
    func history(of field: String, _ type: String, _ key: String, in room: String) throws -> [FieldChange] {
        var changes: [FieldChange] = []
        try database.eachRow(
            """
            SELECT e.stream, substr(json_extract(e.content, '$.' || ?4), 1, 32) FROM events e
            WHERE e.room_id = ?1 AND e.type = ?2 AND e.state_key = ?3 ORDER BY e.stream
            """, [room, type, key, field]
        ) { row in
            let change = FieldChange(stream: row[0], value: row[1])
            if changes.last?.value != change.value || changes.isEmpty { changes.append(change) }
        }
        return changes
    }

    /// Returns the memberships of a user in a room with the position where each begins, oldest first.
    func memberships(of user: String, in room: String) throws -> [(stream: Int64, value: Membership)] {
        try history(of: "membership", "m.room.member", user, in: room)
            .map { ($0.stream, $0.value.flatMap(Membership.init) ?? .leave) }
    }

    func put(_ type: String, _ key: String, in room: String, stream: Int64) throws {
        try database.run(
            """
            INSERT INTO current_state (room_id, type, state_key, stream) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET stream = excluded.stream
            """, [room, type, key, stream])
    }
}

/// A value of a field of a room's state, and the position of the event that set it.
struct FieldChange {
    let stream: Int64
    /// `nil` if the field was absent or no text.
    let value: String?
}
