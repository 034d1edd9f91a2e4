import HTTPTypes
import MatrixAPI

/// `POST createRoom` (client-server API, "Creation").
enum CreateRoomEndpoint {
    /// The weight of a room creation in a group of changes, in bytes: a room is some ten events.
    private static let weight = 32 << 10

    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let serverName = call.server.configuration.serverName
        let alias = try call.optionalString("room_alias_name").map { name in
            try NewAlias("#\(name):\(serverName)", on: call.server)
        }
        let creation = try RoomCreation(call.body, creator: caller.userID, alias: alias?.alias)
        if creation.invitationCount > 0 { try call.countWrite(.invitations, count: creation.invitationCount) }
        if creation.stateCount > 0 { try call.countWrite(.state, count: creation.stateCount, bytes: 0) }
        let isPublic = call.body["visibility"]?.string == "public"
        let limits = call.server.configuration.limits
        let room = "!\(UnpaddedBase64.random(bytes: 15)):\(serverName)"
        try await call.commit(weight: max(call.bodyBytes, weight)) { changes in
            if let alias {
                guard try alias.isFree(changes.database) else {
                    throw EndpointError(.badRequest, .roomInUse, "\(alias.alias) leads to a room already")
                }
                try alias.insert(for: room, by: caller.userID, changes.database)
            }
            try creation.perform(room, changes)
            if isPublic {
                try PublishedRoomsTable(changes.database).insert(room, publisher: caller.userID, within: limits)
            }
        }
        return ["room_id": .string(room)]
    }
}
