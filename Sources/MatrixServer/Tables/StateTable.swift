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

    /// Returns every value that a piece of state ever had, oldest first.
    func history(_ type: String, _ key: String, in room: String) throws -> [StoredEvent] {
        try database.allRows(
            """
            SELECT \(StateTable.columns) FROM events e WHERE e.room_id = ? AND e.type = ? AND e.state_key = ?
            ORDER BY e.stream
            """, [room, type, key]
        ).map(StoredEvent.init)
    }

    func put(_ type: String, _ key: String, in room: String, stream: Int64) throws {
        try database.run(
            """
            INSERT INTO current_state (room_id, type, state_key, stream) VALUES (?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET stream = excluded.stream
            """, [room, type, key, stream])
    }
}
