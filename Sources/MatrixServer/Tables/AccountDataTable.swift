import GRDB
import MatrixAPI

/// Account data, global (room is empty) and of rooms (client-server API, "Client Config").
struct AccountDataTable {
    struct Entry: Sendable {
        let type: String
        /// The content as JSON.
        let content: String
    }

    /// The pseudo-room for the totals of all rooms and of data that belongs to none. No room has this identifier.
    static let allRooms = "*"

    let database: Database

    init(_ database: Database) { self.database = database }

    func latestPosition() throws -> Int64 { try database.integer("SELECT max(position) FROM account_data") ?? 0 }

    /// Returns the position of the newest change of the user's data.
    func latestPosition(of user: String) throws -> Int64 {
        try database.integer("SELECT max(position) FROM account_data WHERE user_id = ?", [user]) ?? 0
    }

    func content(_ type: String, of user: String, in room: String = "") throws -> JSONValue? {
        try database.firstRow(
            "SELECT content FROM account_data WHERE user_id = ? AND room_id = ? AND type = ?", [user, room, type]
        ).map { StoredJSON.parse($0[0]) }
    }

    /// - Throws: ``EndpointError`` if the account would have more than `limits` allow.
    func put(
        _ type: String, of user: String, in room: String = "", _ content: JSONValue,
        within limits: ServerLimits = ServerLimits()
    ) throws {
        try put(type, of: user, in: room, text: content.serializedText, within: limits)
    }

    /// - Parameter text: The content as JSON.
    /// - Throws: ``EndpointError`` if the account would have more than `limits` allow.
    func put(
        _ type: String, of user: String, in room: String = "", text: String,
        within limits: ServerLimits = ServerLimits()
    ) throws {
        let size = Int64(text.utf8.count)
        let before = try database.integer(
            "SELECT length(CAST(content AS BLOB)) FROM account_data WHERE user_id = ? AND room_id = ? AND type = ?",
            [user, room, type])
        let growth: (entries: Int64, bytes: Int64) = (
            before == nil ? 1 : 0, size - (before ?? -Int64(type.utf8.count))
        )
        if growth.entries > 0 || growth.bytes > 0 {
            try checkQuota(growth, of: user, in: room, limits)
        }
        for scope in [AccountDataTable.allRooms, room] {
            try database.run(
                """
                INSERT INTO account_data_totals (user_id, room_id, entries, bytes) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET entries = entries + excluded.entries, bytes = bytes + excluded.bytes
                """, [user, scope, growth.entries, growth.bytes])
        }
        try database.run(
            """
            INSERT OR REPLACE INTO account_data (user_id, room_id, type, content, position) VALUES (?, ?, ?, ?, ?)
            """, [user, room, type, text, try latestPosition() + 1])
    }

    /// Returns the number of the user's entries in a room, and their bytes including their types.
    ///
    /// - Parameter room: Empty for data that belongs to no room, ``allRooms`` for everything.
    func totals(of user: String, in room: String) throws -> (entries: Int64, bytes: Int64) {
        try database.firstRow(
            "SELECT entries, bytes FROM account_data_totals WHERE user_id = ? AND room_id = ?", [user, room]
        ).map { ($0[0], $0[1]) } ?? (0, 0)
    }

    private func checkQuota(
        _ growth: (entries: Int64, bytes: Int64), of user: String, in room: String, _ limits: ServerLimits
    ) throws {
        let (all, own) = (try totals(of: user, in: AccountDataTable.allRooms), try totals(of: user, in: room))
        guard all.entries + growth.entries <= limits.accountData, all.bytes + growth.bytes <= limits.accountDataBytes
        else { throw EndpointError.full("This account has too much account data") }
        guard own.entries + growth.entries <= limits.accountDataPerRoom,
            own.bytes + growth.bytes <= limits.accountDataBytesPerRoom
        else {
            throw EndpointError.full(
                room.isEmpty ? "This account has too much global account data" : "This room has too much account data")
        }
    }

    /// Returns the position of the newest change.
    func position(_ type: String, of user: String, in room: String = "") throws -> Int64? {
        try database.integer(
            "SELECT position FROM account_data WHERE user_id = ? AND room_id = ? AND type = ?", [user, room, type])
    }

    /// Returns account data of `user` that changed after `after` and up to `upTo`, by room.
    func changes(of user: String, after: Int64, upTo: Int64) throws -> [String: [Entry]] {
        var changes: [String: [Entry]] = [:]
        try database.eachRow(
            """
            SELECT room_id, type, content FROM account_data WHERE user_id = ? AND position > ? AND position <= ?
            ORDER BY position
            """, [user, after, upTo]
        ) { row in
            changes[row[0], default: []].append(Entry(type: row[1], content: row[2]))
        }
        return changes
    }

    /// Returns the users whom the user ignores (client-server API, "Ignoring Users").
    ///
    /// Keys of the list that are no account of this server are left out: they may be many, and each costs time for
    /// each room.
    func ignored(by user: String) throws -> Set<String> {
        guard let list = try content("m.ignored_user_list", of: user)?["ignored_users"]?.object, !list.isEmpty else {
            return []
        }
        let keys = JSONValue.array(list.keys.map(JSONValue.string)).serializedText
        let sql = "SELECT user_id FROM accounts WHERE user_id IN (SELECT value FROM json_each(?))"
        return Set(try database.strings(sql, [keys])).subtracting([user])
    }

    /// Returns all of a room's account data, for a room that is sent in full.
    func all(of user: String, in room: String) throws -> [Entry] {
        try database.allRows(
            "SELECT type, content FROM account_data WHERE user_id = ? AND room_id = ? ORDER BY position", [user, room]
        ).map { Entry(type: $0[0], content: $0[1]) }
    }
}

/// The accounts' push rules, stored as account data so that sync delivers them (client-server API, "Push Rules:
/// Events").
struct PushRulesTable {
    static let type = "m.push_rules"
    /// The maximum in bytes of all rules of an account together.
    static let largest = 256 * 1024
    private let database: Database

    init(_ database: Database) { self.database = database }

    func rules(of user: String) throws -> PushRuleSet {
        PushRuleSet(of: user, stored: try AccountDataTable(database).content(PushRulesTable.type, of: user))
    }

    /// Returns the position of the rules' last change; `nil` if they never changed.
    func place(of user: String) throws -> Int64? {
        try AccountDataTable(database).position(PushRulesTable.type, of: user)
    }

    /// - Returns: `false` if the rules were changed since `place`: nothing is stored then.
    func put(_ text: String, of user: String, after place: Int64?) throws -> Bool {
        guard try self.place(of: user) == place else { return false }
        try AccountDataTable(database).put(PushRulesTable.type, of: user, text: text)
        return true
    }
}
