import GRDB
import MatrixAPI

/// A new alias for a room of this server.
struct NewAlias: Sendable {
    let alias: RoomAlias
    private let limits: ServerLimits

    /// - Throws: A ``Refusal`` if it is no alias, or an alias of another server.
    init(_ text: String, on server: Homeserver) throws {
        guard let alias = RoomAlias(text) else { throw Refusal.invalid("\(text) is no room alias") }
        guard alias.server == server.configuration.serverName else {
            throw Refusal.invalid("Aliases of another server are made there")
        }
        self.alias = alias
        limits = server.configuration.limits
    }

    func isFree(_ database: Database) throws -> Bool {
        try AliasesTable(database).alias(alias.description) == nil
    }

    func insert(for room: String, by creator: String, _ database: Database) throws {
        try AliasesTable(database).insert(alias, room: room, creator: creator, within: limits)
    }
}
