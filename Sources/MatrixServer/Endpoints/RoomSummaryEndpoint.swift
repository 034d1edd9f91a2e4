import GRDB
import MatrixAPI

/// `GET room_summary/{roomID}`: a room's profile for users who may see it (client-server API, "Room Summary").
enum RoomSummaryEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let name = call.room
        return try await call.read { database in
            // A room that doesn't exist and a private one get the same response.
            let hidden = EndpointError.notFound("There is no such room, or it is private")
            let aliases = AliasesTable(database)
            guard let room = try name.hasPrefix("#") ? aliases.alias(name)?.room : name else { throw hidden }
            let memberships = MembershipsTable(database)
            let membership = try memberships.membership(of: user, in: room)
            let profile = RoomProfile(database, room: room)
            guard try RoomsTable(database).exists(room), try isVisible(profile, membership) else { throw hidden }
            var json = try profile.json(people: memberships.count(in: room, .join))
            json["room_version"] = "11"
            json["membership"] = membership.map { .string($0.rawValue) }
            json["encryption"] = try profile.encryption().map(JSONValue.string)
            return json
        }
    }

    /// NOTSPEC: restricted rooms are visible only to their members, and guests are not served.
    static func isVisible(_ profile: RoomProfile, _ membership: Membership?) throws -> Bool {
        if membership == .join || membership == .invite { return true }
        guard membership != .ban else { return false }
        if try profile.isWorldReadable() { return true }
        return try ["public", "knock", "knock_restricted"].contains(profile.joinRule())
    }
}
