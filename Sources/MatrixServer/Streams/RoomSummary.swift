import GRDB
import MatrixAPI

/// Who is in a room, in numbers and a few names (client-server API, "RoomSummary").
struct RoomSummary {
    private let memberships: MembershipsTable
    private let user: String
    private let room: String

    init(_ database: Database, user: String, room: String) {
        memberships = MembershipsTable(database)
        self.user = user
        self.room = room
    }

    func json() throws -> JSONValue {
        [
            "m.heroes": .array(try memberships.heroes(in: room, for: user, limit: 5).map(JSONValue.string)),
            "m.joined_member_count": .integer(try memberships.count(in: room, .join)),
            "m.invited_member_count": .integer(try memberships.count(in: room, .invite)),
        ]
    }
}
