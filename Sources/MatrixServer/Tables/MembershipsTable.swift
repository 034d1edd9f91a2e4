import GRDB

/// The present memberships of users in rooms.
struct MembershipsTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    /// Whether two users are joined to the same room, or are the same user.
    func shareRoom(_ first: String, _ second: String) throws -> Bool {
        if first == second { return true }
        return try database.integer(
            """
            SELECT 1 FROM memberships a JOIN memberships b ON b.user_id = ?2 AND b.room_id = a.room_id
            WHERE a.user_id = ?1 AND a.membership = 'join' AND b.membership = 'join' LIMIT 1
            """, [first, second]) != nil
    }

    func membership(of user: String, in room: String) throws -> Membership? {
        try database.firstRow(
            "SELECT membership FROM memberships WHERE user_id = ? AND room_id = ?", [user, room]
        ).map { Membership(rawValue: $0[0]) ?? .leave }
    }

    /// Returns the data that the next event by or about a user is checked against, in a single statement.
    func member(_ user: String, in room: String) throws -> KnownMember {
        try database.firstRow(
            """
            SELECT m.membership, e.event_id, (
                SELECT sender_ordinal FROM events WHERE room_id = ?2 AND sender = ?1 AND notifies > 0
                ORDER BY stream DESC LIMIT 1
            ) FROM memberships m LEFT JOIN events e ON e.stream = m.stream WHERE m.user_id = ?1 AND m.room_id = ?2
            """, [user, room]
        ).map { row in
            KnownMember(membership: Membership(rawValue: row[0]) ?? .leave, eventID: row[1], ordinal: row[2] ?? 0)
        } ?? KnownMember(membership: nil, eventID: nil, ordinal: 0)
    }

    func put(_ user: String, in room: String, _ membership: Membership, displayName: String?, stream: Int64) throws {
        try database.run(
            """
            INSERT INTO memberships (user_id, room_id, membership, stream, display_name) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET membership = excluded.membership, stream = excluded.stream,
            display_name = excluded.display_name, is_forgotten = 0
            """, [user, room, membership.rawValue, stream, displayName])
    }

    /// Returns the position at which `user` last joined the room: a join after anything but a join, since changes
    /// of a profile are joins too.
    func joinedAt(_ user: String, in room: String) throws -> Int64 {
        try database.integer(MembershipsTable.joinedAt, [room, user]) ?? 0
    }

    /// SQL for that position, for the user `?2` and the room `?1`.
    static let joinedAt = """
        SELECT min(stream) FROM events WHERE room_id = ?1 AND type = 'm.room.member' AND state_key = ?2
        AND stream > coalesce((
            SELECT max(stream) FROM events WHERE room_id = ?1 AND type = 'm.room.member' AND state_key = ?2
            AND json_extract(content, '$.membership') <> 'join'
        ), 0)
        """

    func forget(_ user: String, in room: String) throws {
        try database.run("UPDATE memberships SET is_forgotten = 1 WHERE user_id = ? AND room_id = ?", [user, room])
    }

    func isForgotten(_ user: String, in room: String) throws -> Bool {
        try database.integer(
            "SELECT 1 FROM memberships WHERE user_id = ? AND room_id = ? AND is_forgotten = 1", [user, room]) != nil
    }

    func users(in room: String, _ membership: Membership) throws -> [String] {
        try database.strings(
            "SELECT user_id FROM memberships WHERE room_id = ? AND membership = ?", [room, membership.rawValue])
    }

    /// Returns all who are in a room with the user, and the user.
    func peers(of user: String) throws -> [String] {
        try database.strings(
            """
            SELECT ?1 UNION SELECT b.user_id FROM memberships a JOIN memberships b ON b.room_id = a.room_id
            WHERE a.user_id = ?1 AND a.membership = 'join' AND b.membership = 'join'
            """, [user])
    }

    func displayName(of user: String, in room: String) throws -> String? {
        try database.strings(
            """
            SELECT display_name FROM memberships
            WHERE user_id = ? AND room_id = ? AND display_name IS NOT NULL
            """, [user, room]
        ).first
    }

    func count(in room: String, _ membership: Membership) throws -> Int64 {
        try database.integer(
            "SELECT count(*) FROM memberships WHERE room_id = ? AND membership = ?", [room, membership.rawValue]) ?? 0
    }

    func rooms(of user: String, _ membership: Membership) throws -> [String] {
        try database.strings(
            "SELECT room_id FROM memberships WHERE user_id = ? AND membership = ? AND is_forgotten = 0",
            [user, membership.rawValue])
    }

    /// Returns the rooms that the user is in or may have been in, without those that they forgot.
    func everIn(_ user: String) throws -> [String] {
        try database.strings(
            """
            SELECT room_id FROM memberships
            WHERE user_id = ? AND is_forgotten = 0 AND membership IN ('join', 'leave', 'ban')
            """, [user])
    }

    /// Returns the rooms that the user is joined to, each with the position of the user's newest member event.
    func joined(_ user: String) throws -> [String: Int64] {
        try places(
            "SELECT room_id, stream FROM memberships WHERE user_id = ? AND membership = 'join' AND is_forgotten = 0",
            [user])
    }

    /// Works as ``joined(_:)``, for some rooms.
    ///
    /// - Parameter rooms: The SQL subquery for the rooms, for use in `IN`.
    func joined(_ user: String, _ rooms: String, _ arguments: Database.Arguments) throws -> [String: Int64] {
        try places(
            """
            SELECT room_id, stream FROM memberships
            WHERE user_id = ? AND room_id IN (\(rooms)) AND membership = 'join'
            """, [user] + arguments)
    }

    /// Works as ``joined(_:)``, for rooms with events after a position.
    func joined(_ user: String, changedAfter place: Int64) throws -> [String: Int64] {
        try places(
            """
            SELECT m.room_id, m.stream FROM memberships m WHERE m.user_id = ? AND m.membership = 'join'
            AND EXISTS (SELECT 1 FROM events e WHERE e.room_id = m.room_id AND e.stream > ?)
            """, [user, place])
    }

    private func places(_ sql: String, _ arguments: Database.Arguments) throws -> [String: Int64] {
        Dictionary(try database.allRows(sql, arguments).map { ($0[0], $0[1]) }) { first, _ in first }
    }

    /// Returns the rooms in which the membership of `user` changed after `after` and up to `upTo`.
    func changes(of user: String, after: Int64, upTo: Int64) throws -> [(room: String, membership: Membership)] {
        try database.allRows(
            """
            SELECT room_id, membership FROM memberships
            WHERE user_id = ? AND stream > ? AND stream <= ? AND is_forgotten = 0
            """, [user, after, upTo]
        ).map { ($0[0], Membership(rawValue: $0[1]) ?? .leave) }
    }

    /// Returns up to `limit` others who are joined or invited, oldest event first; if there are none, users who
    /// left (client-server API, `m.heroes`).
    func heroes(in room: String, for user: String, limit: Int) throws -> [String] {
        let present = try database.strings(
            """
            SELECT user_id FROM memberships WHERE room_id = ? AND membership IN ('join', 'invite') AND user_id <> ?
            ORDER BY stream LIMIT ?
            """, [room, user, limit])
        guard present.isEmpty else { return present }
        return try database.strings(
            """
            SELECT user_id FROM memberships WHERE room_id = ? AND membership IN ('leave', 'ban') AND user_id <> ?
            ORDER BY stream LIMIT ?
            """, [room, user, limit])
    }
}
