import GRDB
import MatrixAPI

/// The rooms. The data for a room's next event is in its newest event.
struct RoomsTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func exists(_ room: String) throws -> Bool {
        try database.integer("SELECT 1 FROM rooms WHERE room_id = ?", [room]) != nil
    }

    /// Returns the data of the room's newest event; all is empty before the first one.
    func tip(of room: String) throws -> RoomTip? {
        try database.firstRow(
            """
            SELECT e.event_id, e.depth, e.notify_ordinal FROM rooms r
            LEFT JOIN events e ON e.stream = (SELECT max(stream) FROM events WHERE room_id = r.room_id)
            WHERE r.room_id = ?
            """, [room]
        ).map { RoomTip(latestEventID: $0[0] ?? "", depth: $0[1] ?? 0, notifyOrdinal: $0[2] ?? 0) }
    }

    func insert(_ room: String, creator: String) throws {
        try database.run("INSERT INTO rooms (room_id, creator) VALUES (?, ?)", [room, creator])
    }
}

/// The aliases of rooms of this server.
struct AliasesTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func alias(_ alias: String) throws -> (room: String, creator: String)? {
        try database.firstRow("SELECT room_id, creator FROM aliases WHERE alias = ?", [alias]).map { ($0[0], $0[1]) }
    }

    /// - Parameter text: A room's identifier, or one of its aliases.
    /// - Throws: An ``EndpointError`` if the alias doesn't exist.
    func room(_ text: String) throws -> String {
        guard text.hasPrefix("#") else { return text }
        guard let alias = try alias(text) else {
            throw EndpointError.notFound("There is no room \(text) on this server")
        }
        return alias.room
    }

    func aliases(of room: String) throws -> [String] {
        try database.strings("SELECT alias FROM aliases WHERE room_id = ? ORDER BY alias", [room])
    }

    /// - Throws: An ``EndpointError`` if the room or the account has reached its limit.
    func insert(_ alias: RoomAlias, room: String, creator: String, within limits: ServerLimits) throws {
        let ofRoom = try database.integer("SELECT count(*) FROM aliases WHERE room_id = ?", [room]) ?? 0
        let ofAccount = try database.integer("SELECT count(*) FROM aliases WHERE creator = ?", [creator]) ?? 0
        let own = try database.integer(
            "SELECT count(*) FROM aliases WHERE room_id = ? AND creator = ?", [room, creator])
        guard ofRoom < limits.roomAliases, ofAccount < limits.accountAliases, own ?? 0 < limits.ownRoomAliases else {
            throw EndpointError.full("There are too many aliases, delete one first")
        }
        try database.run(
            "INSERT INTO aliases (alias, room_id, creator) VALUES (?, ?, ?)", [alias.description, room, creator])
    }

    func delete(_ alias: String) throws { try database.run("DELETE FROM aliases WHERE alias = ?", [alias]) }
}

/// The rooms that anybody with an account may find.
struct PublishedRoomsTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func contains(_ room: String) throws -> Bool {
        try database.integer("SELECT 1 FROM published_rooms WHERE room_id = ?", [room]) != nil
    }

    func count() throws -> Int64 { try database.integer("SELECT count(*) FROM published_rooms") ?? 0 }

    /// - Throws: An ``EndpointError`` if the account or the server has reached its limit of published rooms.
    func insert(_ room: String, publisher: String, within limits: ServerLimits) throws {
        guard try !contains(room) else { return }
        // Rooms without members are deleted, since no member is left who could do so.
        try database.run(
            """
            DELETE FROM published_rooms WHERE NOT EXISTS (
                SELECT 1 FROM memberships m WHERE m.room_id = published_rooms.room_id AND m.membership = 'join'
            )
            """)
        let all = try database.integer("SELECT count(*) FROM published_rooms") ?? 0
        let own = try database.integer("SELECT count(*) FROM published_rooms WHERE publisher = ?", [publisher]) ?? 0
        guard all < limits.publishedRooms, own < limits.accountPublishedRooms else {
            throw EndpointError.full("There are too many rooms in the directory, take one out first")
        }
        try database.run("INSERT INTO published_rooms (room_id, publisher) VALUES (?, ?)", [room, publisher])
    }

    func delete(_ room: String) throws { try database.run("DELETE FROM published_rooms WHERE room_id = ?", [room]) }

    /// Returns the rooms with members, the largest first.
    ///
    /// - Parameters:
    ///   - term: Text in the name, the topic or an alias; an empty text finds all.
    ///   - types: A JSON array of room types, in which an empty text stands for a room without a type; `nil` finds all.
    func rooms(_ term: String, types: String?, offset: Int, limit: Int) throws -> [(room: String, people: Int64)] {
        let escaped = term.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
        return try database.allRows(
            PublishedRoomsTable.search, [term.isEmpty ? nil : "%\(escaped)%", types, limit, offset]
        ).map { ($0[0], $0[1]) }
    }

    private static let search = """
        WITH found AS (
            SELECT room_id, (
                SELECT count(*) FROM memberships m WHERE m.room_id = p.room_id AND m.membership = 'join'
            ) AS people FROM published_rooms p
            WHERE (?1 IS NULL OR EXISTS (
                SELECT 1 FROM current_state s JOIN events e ON e.stream = s.stream
                WHERE s.room_id = p.room_id AND s.state_key = '' AND s.type IN ('m.room.name', 'm.room.topic')
                AND substr(CASE s.type WHEN 'm.room.name' THEN json_extract(e.content, '$.name')
                    ELSE json_extract(e.content, '$.topic') END, 1, 500) LIKE ?1 ESCAPE '\\'
            ) OR EXISTS (SELECT 1 FROM aliases a WHERE a.room_id = p.room_id AND a.alias LIKE ?1 ESCAPE '\\'))
            AND (?2 IS NULL OR (
                SELECT coalesce(json_extract(e.content, '$.type'), '') FROM current_state s
                JOIN events e ON e.stream = s.stream
                WHERE s.room_id = p.room_id AND s.type = 'm.room.create' AND s.state_key = ''
            ) IN (SELECT value FROM json_each(?2)))
        )
        SELECT room_id, people FROM found WHERE people > 0 ORDER BY people DESC, room_id LIMIT ?3 OFFSET ?4
        """
}
