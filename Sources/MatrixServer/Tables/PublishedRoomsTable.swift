import GRDB
import MatrixAPI

/// The rooms that anybody with an account may find.
struct PublishedRoomsTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func contains(_ room: String) throws -> Bool {
        try database.integer("SELECT 1 FROM published_rooms WHERE room_id = ?", [room]) != nil
    }

    func count() throws -> Int64 { try database.integer("SELECT count(*) FROM published_rooms") ?? 0 }

    /// - Throws: A ``Refusal`` if the account or the server has reached its limit of published rooms.
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
            throw Refusal.full("There are too many rooms in the directory, take one out first")
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
