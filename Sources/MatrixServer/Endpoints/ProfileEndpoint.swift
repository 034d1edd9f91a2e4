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
        // A member of hundreds of rooms changes a name and an avatar, one after the other.
        if rooms >= roomsOfOneWrite { try call.admit(.state, count: rooms / roomsOfOneWrite) }
        try await call.commit { changes in
            let accounts = AccountsTable(changes.database)
            var profile = try accounts.profile(of: user) ?? AccountProfile()
            if field == "displayname" { profile.displayName = value } else { profile.avatarURL = value }
            try accounts.setProfile(profile, of: user)
        }
        // Each room is a separate commit, so that others' changes come between, however many rooms there are.
        for room in try await call.read({ try MembershipsTable($0).rooms(of: user, .join) }) {
            try await call.commit { try tell(room, of: user, $0) }
        }
        return .emptyObject
    }

    /// Sends the present profile to a room: another device may have changed it meanwhile.
    private static func tell(_ room: String, of user: String, _ changes: Changes) throws {
        guard try MembershipsTable(changes.database).membership(of: user, in: room) == .join else { return }
        var content = try AccountsTable(changes.database).profile(of: user)?.json ?? .emptyObject
        content["membership"] = "join"
        try RoomWriter(changes).append(
            EventDraft("m.room.member", stateKey: user, sender: user, content: content), to: room)
    }

    private static func knownField(_ call: Call) throws -> String {
        let field = call.parameter("field")
        guard field == "displayname" || field == "avatar_url" else {
            throw Refusal(.notFound, .unrecognized, "There is no such part of a profile")
        }
        return field
    }

    private static func profile(_ call: Call) async throws -> AccountProfile {
        let user = call.parameter("userID")
        guard let profile = try await call.read({ try AccountsTable($0).profile(of: user) }) else {
            throw Refusal.notFound("There is no such user")
        }
        return profile
    }
}
