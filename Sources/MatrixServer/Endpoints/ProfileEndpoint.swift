import GRDB
import HTTPTypes
import MatrixAPI

/// `profile` (client-server API, "Profiles").
enum ProfileEndpoint {
    /// The number of member events of a profile change that count as one state event.
    private static let roomsOfOneWrite = 10

    @Sendable static func get(_ call: Call) async throws -> JSONValue { try await profile(call).json }

    @Sendable static func getField(_ call: Call) async throws -> JSONValue {
        let field = try knownField(call)
        let json = try await profile(call).json
        guard let value = json[field] else { return .emptyObject }
        return [field: value]
    }

    /// Changes a profile field and notifies the rooms: each gets a new member event.
    @Sendable static func putField(_ call: Call) async throws -> JSONValue {
        let field = try knownField(call)
        let value = try call.optionalString(field)
        try ProfileLimit.check(value, field)
        let user = try call.user
        let rooms = try await call.read { try MembershipsTable($0).rooms(of: user, .join).count }
        // Ten member events count as one, so that a member of hundreds of rooms can change name and avatar in a row.
        if rooms >= roomsOfOneWrite { try call.countWrite(.state, count: rooms / roomsOfOneWrite) }
        try await call.commit { changes in
            let accounts = AccountsTable(changes.database)
            var profile = try accounts.profile(of: user) ?? AccountProfile()
            if field == "displayname" { profile.displayName = value } else { profile.avatarURL = value }
            try accounts.setProfile(profile, of: user)
        }
        // Each room is a separate commit, so that others' changes come between, however many rooms there are.
        for room in try await call.read({ try MembershipsTable($0).rooms(of: user, .join) }) {
            try await call.commit { try sendProfile(room, of: user, $0) }
        }
        return .emptyObject
    }

    /// Sends the present profile to a room: another device may have changed it meanwhile.
    private static func sendProfile(_ room: String, of user: String, _ changes: Changes) throws {
        guard try MembershipsTable(changes.database).membership(of: user, in: room) == .join else { return }
        var content = try AccountsTable(changes.database).profile(of: user)?.json ?? .emptyObject
        content["membership"] = "join"
        try RoomWriter(changes).append(
            EventDraft("m.room.member", stateKey: user, sender: user, content: content), to: room)
    }

    private static func knownField(_ call: Call) throws -> String {
        let field = call.parameter("field")
        guard field == "displayname" || field == "avatar_url" else {
            throw EndpointError(.notFound, .unrecognized, "There is no such part of a profile")
        }
        return field
    }

    private static func profile(_ call: Call) async throws -> AccountProfile {
        let user = call.parameter("userID")
        guard let profile = try await call.read({ try AccountsTable($0).profile(of: user) }) else {
            throw EndpointError.notFound("There is no such user")
        }
        return profile
    }
}

/// `presence/{userID}/status` (client-server API, "Presence").
///
/// NOTSPEC: presence is accepted and not stored. Everybody is offline, as on servers that switch it off.
enum PresenceEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue { ["presence": "offline"] }

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        _ = try call.required("presence")
        return .emptyObject
    }
}

/// `POST user_directory/search` (client-server API, "User Directory").
enum UserDirectoryEndpoint {
    /// The maximum in bytes: every account's name is compared with the term.
    private static let longestTerm = 512

    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let term = try call.required("search_term")
        guard term.utf8.count <= longestTerm else { throw EndpointError.tooLarge("search_term is too long") }
        let limit = Int(clamping: min(max(call.body["limit"]?.integer ?? 10, 1), 50))
        let user = try call.user
        let found = try await call.read { database in
            try AccountsTable(database).search(term, limit: limit + 2).filter { $0.user != user }.map { found in
                var json: JSONValue = ["user_id": .string(found.user)]
                json["display_name"] = found.profile.displayName.map(JSONValue.string)
                json["avatar_url"] = found.profile.avatarURL.map(JSONValue.string)
                return json
            }
        }
        return ["results": .array(Array(found.prefix(limit))), "limited": .bool(found.count > limit)]
    }
}
