import GRDB
import MatrixAPI

/// Account data, global (room is empty) and of rooms (client-server API, "Client Config").
struct AccountDataTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func latestPosition() throws -> Int64 { try database.integer("SELECT max(position) FROM account_data") ?? 0 }

    /// The place of the newest change of what the user has.
    func latestPosition(of user: String) throws -> Int64 {
        try database.integer("SELECT max(position) FROM account_data WHERE user_id = ?", [user]) ?? 0
    }

    func content(_ type: String, of user: String, in room: String = "") throws -> JSONValue? {
        try database.firstRow(
            "SELECT content FROM account_data WHERE user_id = ? AND room_id = ? AND type = ?", [user, room, type]
        ).map { StoredJSON.parse($0[0]) }
    }

    func put(_ type: String, of user: String, in room: String = "", _ content: JSONValue) throws {
        try put(type, of: user, in: room, text: content.serializedText)
    }

    /// - Parameter text: the content as JSON.
    func put(_ type: String, of user: String, in room: String = "", text: String) throws {
        try database.run(
            """
            INSERT OR REPLACE INTO account_data (user_id, room_id, type, content, position) VALUES (?, ?, ?, ?, ?)
            """, [user, room, type, text, try latestPosition() + 1])
    }

    /// The place of the newest change.
    func position(_ type: String, of user: String, in room: String = "") throws -> Int64? {
        try database.integer(
            "SELECT position FROM account_data WHERE user_id = ? AND room_id = ? AND type = ?", [user, room, type])
    }

    /// Account data of `user` that changed after `after` and up to `upTo`, by room.
    func changes(of user: String, after: Int64, upTo: Int64) throws -> [String: [JSONValue]] {
        var changes: [String: [JSONValue]] = [:]
        let rows = try database.allRows(
            """
            SELECT room_id, type, content FROM account_data WHERE user_id = ? AND position > ? AND position <= ?
            ORDER BY position
            """, [user, after, upTo])
        for row in rows {
            changes[row[0], default: []].append(["type": .string(row[1]), "content": StoredJSON.parse(row[2])])
        }
        return changes
    }

    /// Whom the user ignores (client-server API, "Ignoring Users").
    func ignored(by user: String) throws -> Set<String> {
        Set(try content("m.ignored_user_list", of: user)?["ignored_users"]?.object?.keys.map(\.self) ?? [])
            .subtracting([user])
    }

    /// All of a room's account data, for a room that comes in full.
    func all(of user: String, in room: String) throws -> [JSONValue] {
        try database.allRows(
            "SELECT type, content FROM account_data WHERE user_id = ? AND room_id = ? ORDER BY position", [user, room]
        ).map { ["type": .string($0[0]), "content": StoredJSON.parse($0[1])] }
    }
}
