import GRDB
import MatrixAPI

/// `directory/list/room/{roomID}`: whether a room is in the directory (client-server API, "Listing rooms").
///
/// NOTSPEC: only for accounts.
enum PublicationEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let room = call.room
        let user = try call.user
        let isPublished = try await call.read { database in
            let isPublished = try PublishedRoomsTable(database).contains(room)
            // Only members may learn whether an unpublished room exists.
            guard try isPublished || MembershipsTable(database).membership(of: user, in: room) == .join else {
                throw Refusal.notFound("There is no such room")
            }
            return isPublished
        }
        return ["visibility": isPublished ? "public" : "private"]
    }

    /// Publishes or hides a room, for members who may change the room's aliases.
    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let room = call.room
        let visibility = try call.optionalString("visibility") ?? "public"
        guard visibility == "public" || visibility == "private" else {
            throw Refusal.invalid("visibility is public or private")
        }
        let limits = call.server.configuration.limits
        try await call.commit { changes in
            let current = CurrentRoom(room, changes)
            guard try current.tip() != nil else { throw Refusal.notFound("There is no such room") }
            let levels = try current.powerLevels()
            guard try current.membership(of: user) == .join,
                levels.level(of: user) >= levels.required(forType: CanonicalAlias.type, isState: true)
            else { throw Refusal.forbidden("You may not change where this room is found") }
            let rooms = PublishedRoomsTable(changes.database)
            if visibility == "public" {
                try rooms.insert(room, publisher: user, within: limits)
            } else {
                try rooms.delete(room)
            }
        }
        return .emptyObject
    }
}
