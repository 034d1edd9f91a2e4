import GRDB
import HTTPTypes
import MatrixAPI

/// `POST forget` (client-server API, "Leaving rooms").
enum ForgetEndpoint {
    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let room = call.room
        try await call.commit { changes in
            let memberships = MembershipsTable(changes.database)
            switch try memberships.membership(of: user, in: room) {
            case .leave, .ban: try memberships.forget(user, in: room)
            case .join, .invite, .knock: throw Refusal(.badRequest, .unknown, "Leave the room first")
            case nil: throw Refusal(.badRequest, .unknown, "You were never in this room")
            }
        }
        return .emptyObject
    }
}
