import GRDB
import MatrixAPI

/// `GET joined_rooms` (client-server API, "Room membership").
enum JoinedRoomsEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let rooms = try await call.read { try MembershipsTable($0).rooms(of: user, .join) }
        return ["joined_rooms": .array(rooms.map(JSONValue.string))]
    }
}
