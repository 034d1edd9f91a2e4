import GRDB
import HTTPTypes
import MatrixAPI

/// `directory/room/{alias}` and `rooms/{roomID}/aliases` (client-server API, "Room aliases").
enum AliasEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let alias = call.parameter("alias")
        guard alias.hasPrefix("#") else { throw EndpointError.invalid("That is no room alias") }
        let room = try await call.read { try AliasesTable($0).room(alias) }
        return [
            "room_id": .string(room), "servers": .array([.string(call.server.configuration.serverName)]),
        ]
    }

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let room = try call.required("room_id")
        let alias = try NewAlias(call.parameter("alias"), on: call.server)
        try await call.commit { changes in
            guard try MembershipsTable(changes.database).membership(of: user, in: room) == .join else {
                throw EndpointError.forbidden("You are not in this room")
            }
            guard try alias.isFree(changes.database) else {
                throw EndpointError(.conflict, .unknown, "\(alias.alias) leads to a room already")
            }
            try alias.insert(for: room, by: user, changes.database)
        }
        return .emptyObject
    }

    /// Deletes an alias. Members who may change the room's aliases may do so. The creator may too, unless the
    /// room's canonical alias event lists the alias.
    @Sendable static func delete(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let name = call.parameter("alias")
        try await call.commit { changes in
            let aliases = AliasesTable(changes.database)
            guard let alias = try aliases.alias(name) else { throw EndpointError.notFound("There is no such alias") }
            let current = CurrentRoom(alias.room, changes)
            let levels = try current.powerLevels()
            let hasPower = levels.level(of: user) >= levels.required(forType: CanonicalAlias.type, isState: true)
            let maySay = try hasPower && current.membership(of: user) == .join
            let event = try StateTable(changes.database).current(CanonicalAlias.type, in: alias.room)
            let without = event.flatMap { CanonicalAlias.content($0.content, without: name) }
            // A deleted alias that the room's event still lists could soon lead to another room.
            guard maySay || (alias.creator == user && without == nil) else {
                throw EndpointError.forbidden("You may not delete this alias")
            }
            try aliases.delete(name)
            guard let content = without else { return }
            try RoomWriter(changes).append(
                EventDraft(CanonicalAlias.type, stateKey: "", sender: user, content: content), to: alias.room)
        }
        return .emptyObject
    }

    @Sendable static func ofRoom(_ call: Call) async throws -> JSONValue {
        let room = call.room
        let aliases = try await call.read { try AliasesTable($0).aliases(of: room) }
        return ["aliases": .array(aliases.map(JSONValue.string))]
    }
}
