import MatrixAPI

/// `POST createRoom` (client-server API, "Creation").
enum CreateRoomEndpoint {
    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let creation = try RoomCreation(call.body, creator: caller.userID)
        let room =
            "!\(Base64.urlSafe((0..<15).map { _ in .random(in: 0...255) })):\(call.server.configuration.serverName)"
        try await call.server.commits.commit { try creation.perform(room, $0) }
        return ["room_id": .string(room)]
    }
}
