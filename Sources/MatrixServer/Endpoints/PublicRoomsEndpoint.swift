import GRDB
import MatrixAPI

/// `publicRooms` (client-server API, "Listing rooms").
///
/// NOTSPEC: it requires an account.
enum PublicRoomsEndpoint {
    private static let largestPage = 100
    /// The maximum in bytes: every room's name and topic is compared with the term.
    private static let longestTerm = 100

    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        try await page(call, term: "", types: nil, limit: call.number("limit"), since: call.target["since"])
    }

    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let filter = call.body["filter"]
        let term = filter?["generic_search_term"]?.string ?? ""
        guard term.utf8.count <= longestTerm else { throw EndpointError.tooLarge("generic_search_term is too long") }
        // `null` stands for rooms without a type.
        let types = filter?["room_types"]?.array.map { types in
            JSONValue.array(types.map { $0 == .null ? "" : $0 }).serializedText
        }
        let limit = call.body["limit"]?.integer.map { Int(clamping: $0) }
        return try await page(call, term: term, types: types, limit: limit, since: call.optionalString("since"))
    }

    private static func page(
        _ call: Call, term: String, types: String?, limit: Int?, since: String?
    ) async throws -> JSONValue {
        let serverName = call.server.configuration.serverName
        guard call.target["server"] ?? serverName == serverName else {
            throw EndpointError.notFound("This server asks no other one")
        }
        let limit = min(max(limit ?? largestPage, 1), largestPage)
        let offset = try call.offset("since", since)
        return try await call.read { database in
            let rooms = try PublishedRoomsTable(database).rooms(term, types: types, offset: offset, limit: limit + 1)
            let chunk = try rooms.prefix(limit).map { found in
                try RoomProfile(database, room: found.room).json(people: found.people)
            }
            var json: JSONValue = ["chunk": .array(chunk)]
            if term.isEmpty, types == nil {
                json["total_room_count_estimate"] = .integer(try PublishedRoomsTable(database).count())
            }
            if rooms.count > limit { json["next_batch"] = .string(String(offset + limit)) }
            if offset > 0 { json["prev_batch"] = .string(String(max(offset - limit, 0))) }
            return json
        }
    }
}

/// `directory/list/room/{roomID}`: whether a room is in the directory (client-server API, "Listing rooms").
///
/// NOTSPEC: it requires an account.
enum PublicationEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let room = call.room
        let user = try call.user
        let isPublished = try await call.read { database in
            let isPublished = try PublishedRoomsTable(database).contains(room)
            // Only members may learn whether an unpublished room exists.
            guard try isPublished || MembershipsTable(database).membership(of: user, in: room) == .join else {
                throw EndpointError.notFound("There is no such room")
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
            throw EndpointError.invalid("visibility is public or private")
        }
        let limits = call.server.configuration.limits
        try await call.commit { changes in
            let current = CurrentRoom(room, changes)
            guard try current.tip() != nil else { throw EndpointError.notFound("There is no such room") }
            let levels = try current.powerLevels()
            guard try current.membership(of: user) == .join,
                levels.level(of: user) >= levels.required(forType: CanonicalAlias.type, isState: true)
            else { throw EndpointError.forbidden("You may not change where this room is found") }
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
