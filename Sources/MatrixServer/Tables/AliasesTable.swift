import GRDB
import MatrixAPI

/// The aliases of rooms of this server.
struct AliasesTable {
    let database: Database

    init(_ database: Database) { self.database = database }

    func alias(_ alias: String) throws -> (room: String, creator: String)? {
        try database.firstRow("SELECT room_id, creator FROM aliases WHERE alias = ?", [alias]).map { ($0[0], $0[1]) }
    }

    /// - Parameter text: A room's identifier, or one of its aliases.
    /// - Throws: A ``Refusal`` if the alias doesn't exist.
    func room(_ text: String) throws -> String {
        guard text.hasPrefix("#") else { return text }
        guard let alias = try alias(text) else { throw Refusal.notFound("There is no room \(text) on this server") }
        return alias.room
    }

    func aliases(of room: String) throws -> [String] {
        try database.strings("SELECT alias FROM aliases WHERE room_id = ? ORDER BY alias", [room])
    }

    /// - Throws: A ``Refusal`` if the room or the account has reached its limit.
    func insert(_ alias: RoomAlias, room: String, creator: String, within limits: ServerLimits) throws {
        let ofRoom = try database.integer("SELECT count(*) FROM aliases WHERE room_id = ?", [room]) ?? 0
        let ofAccount = try database.integer("SELECT count(*) FROM aliases WHERE creator = ?", [creator]) ?? 0
        let own = try database.integer(
            "SELECT count(*) FROM aliases WHERE room_id = ? AND creator = ?", [room, creator])
        guard ofRoom < limits.roomAliases, ofAccount < limits.accountAliases, own ?? 0 < limits.ownRoomAliases else {
            throw Refusal.full("There are too many aliases, delete one first")
        }
        try database.run(
            "INSERT INTO aliases (alias, room_id, creator) VALUES (?, ?, ?)", [alias.description, room, creator])
    }

    func delete(_ alias: String) throws { try database.run("DELETE FROM aliases WHERE alias = ?", [alias]) }
}
