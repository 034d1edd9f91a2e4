import GRDB
import MatrixAPI

/// The number of a room's members and a few of their names (client-server API, "RoomSummary").
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
