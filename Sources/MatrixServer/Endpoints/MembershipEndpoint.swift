import GRDB
import HTTPTypes
import MatrixAPI

/// `join`, `knock`, `leave`, `invite`, `kick`, `ban`, `unban` (client-server API, "Room membership").
enum MembershipEndpoint {
    @Sendable static func join(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let name = call.room
        let reason = try call.optionalString("reason")
        let room = try await call.commit { changes in
            let room = try AliasesTable(changes.database).room(name)
            // The user has joined already: the response is the same and no event is made.
            if try MembershipsTable(changes.database).membership(of: user, in: room) == .join { return room }
            var content = try AccountsTable(changes.database).profile(of: user)?.json ?? .emptyObject
            content["membership"] = "join"
            content["reason"] = reason.map(JSONValue.string)
            // The flag of a direct chat outlives the invite (client-server API, "Direct Messaging").
            let own = try StateTable(changes.database).current("m.room.member", user, in: room)
            let before = Membership(rawValue: own?.content["membership"]?.string ?? "")
            if before == .invite { content["is_direct"] = own?.content["is_direct"] }
            content[RestrictedJoin.name] = try RestrictedJoin(CurrentRoom(room, changes))
                .guarantor(for: user, before: before).map(JSONValue.string)
            try RoomWriter(changes).append(
                EventDraft("m.room.member", stateKey: user, sender: user, content: content), to: room)
            return room
        }
        return ["room_id": .string(room)]
    }

    /// Requests to join. A member who may invite accepts with an invite, or refuses by removing the user.
    @Sendable static func knock(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let name = call.room
        let reason = try call.optionalString("reason")
        let room = try await call.commit { changes in
            let room = try AliasesTable(changes.database).room(name)
            if try MembershipsTable(changes.database).membership(of: user, in: room) == .knock { return room }
            var content = try AccountsTable(changes.database).profile(of: user)?.json ?? .emptyObject
            content["membership"] = "knock"
            content["reason"] = reason.map(JSONValue.string)
            try RoomWriter(changes).append(
                EventDraft("m.room.member", stateKey: user, sender: user, content: content), to: room)
            return room
        }
        return ["room_id": .string(room)]
    }

    @Sendable static func leave(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        return try await set(.leave, of: user, call)
    }

    @Sendable static func invite(_ call: Call) async throws -> JSONValue {
        try await set(.invite, of: target(call), call)
    }

    @Sendable static func kick(_ call: Call) async throws -> JSONValue {
        try await set(.leave, of: target(call), call) { $0 == .join || $0 == .invite || $0 == .knock }
    }

    @Sendable static func ban(_ call: Call) async throws -> JSONValue {
        try await set(.ban, of: target(call), call)
    }

    @Sendable static func unban(_ call: Call) async throws -> JSONValue {
        try await set(.leave, of: target(call), call) { $0 == .ban }
    }

    private static func target(_ call: Call) throws -> String {
        let user = try call.required("user_id")
        guard UserID(user) != nil else { throw EndpointError.invalid("user_id is no user") }
        return user
    }

    private static func set(
        _ membership: Membership, of target: String, _ call: Call,
        where isExpected: @escaping @Sendable (Membership?) -> Bool = { _ in true }
    ) async throws -> JSONValue {
        let sender = try call.user
        let room = call.room
        let reason = try call.optionalString("reason")
        try await call.commit { changes in
            let before = try MembershipsTable(changes.database).membership(of: target, in: room)
            guard isExpected(before) else { throw EndpointError.forbidden("\(target) is not in that state") }
            var content: JSONValue = ["membership": .string(membership.rawValue)]
            if membership == .invite {
                guard let profile = try AccountsTable(changes.database).profile(of: target) else {
                    throw EndpointError.notFound("There is no user \(target) on this server")
                }
                content = profile.json
                content["membership"] = "invite"
            }
            content["reason"] = reason.map(JSONValue.string)
            try RoomWriter(changes).append(
                EventDraft("m.room.member", stateKey: target, sender: sender, content: content), to: room)
        }
        return .emptyObject
    }
}

/// `GET joined_rooms` (client-server API, "Room membership").
enum JoinedRoomsEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let rooms = try await call.read { try MembershipsTable($0).rooms(of: user, .join) }
        return ["joined_rooms": .array(rooms.map(JSONValue.string))]
    }
}

/// `POST forget` (client-server API, "Leaving rooms").
enum ForgetEndpoint {
    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        let room = call.room
        try await call.commit { changes in
            let memberships = MembershipsTable(changes.database)
            switch try memberships.membership(of: user, in: room) {
            case .leave, .ban: try memberships.forget(user, in: room)
            case .join, .invite, .knock: throw EndpointError(.badRequest, .unknown, "Leave the room first")
            case nil: throw EndpointError(.badRequest, .unknown, "You were never in this room")
            }
        }
        return .emptyObject
    }
}
