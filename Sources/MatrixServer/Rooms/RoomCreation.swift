import GRDB
import HTTPTypes
import MatrixAPI

/// The first events of a room, in the specification's order (client-server API, "Creation").
struct RoomCreation: Sendable {
    private static let maxInvites = 100

    private let request: JSONValue
    private let creator: String
    private let alias: RoomAlias?
    private let preset: RoomPreset
    private let invited: [String]
    /// The events in `initial_state`.
    private let initialState: [EventDraft]

    /// The number of invited users, in any member of the request.
    var invitationCount: Int { invited.count + initialState.count(where: \.invites) }
    /// The number of events that the request lists individually.
    var stateCount: Int { initialState.count }

    /// - Parameter alias: An alias that leads to the room already.
    init(_ request: JSONValue, creator: String, alias: RoomAlias? = nil) throws {
        guard request["room_version"]?.string ?? "11" == "11" else {
            throw EndpointError(.badRequest, .unsupportedRoomVersion, "Rooms have version 11 here")
        }
        self.request = request
        self.creator = creator
        self.alias = alias
        let isPublic = request["visibility"]?.string == "public"
        let name = request["preset"]?.string ?? (isPublic ? "public_chat" : "private_chat")
        guard let preset = RoomPreset(rawValue: name) else { throw EndpointError.invalid("There is no preset \(name)") }
        self.preset = preset
        let listed = request["invite"]?.array ?? []
        guard listed.count <= RoomCreation.maxInvites else {
            throw EndpointError.invalid("Too many are invited at once")
        }
        var invited: [String] = []
        var seen: Set<String> = [creator]
        for user in listed {
            guard let user = user.string, UserID(user) != nil else {
                throw EndpointError.invalid("invite holds no user")
            }
            if seen.insert(user).inserted { invited.append(user) }
        }
        self.invited = invited
        initialState = try (request["initial_state"]?.array ?? []).map { event in
            guard let type = event["type"]?.string, let content = event["content"], content.isObject else {
                throw EndpointError.badJSON("initial_state holds an event without type or content")
            }
            return EventDraft(type, stateKey: event["state_key"]?.string ?? "", sender: creator, content: content)
        }
    }

    func perform(_ room: String, _ changes: Changes) throws {
        let writer = RoomWriter(changes)
        try RoomsTable(changes.database).insert(room, creator: creator)
        for draft in try drafts(changes) { try writer.append(draft, to: room) }
    }

    private func drafts(_ changes: Changes) throws -> [EventDraft] {
        var create = request["creation_content"] ?? .emptyObject
        create["room_version"] = "11"
        // Room version 11 removed it from the content: the sender is the creator.
        create["creator"] = nil
        var member = try AccountsTable(changes.database).profile(of: creator)?.json ?? .emptyObject
        member["membership"] = "join"
        var drafts = [
            state("m.room.create", create),
            EventDraft("m.room.member", stateKey: creator, sender: creator, content: member),
            state("m.room.power_levels", try powerLevels()),
        ]
        if let alias { drafts.append(state(CanonicalAlias.type, ["alias": .string(alias.description)])) }
        for (type, content) in preset.state
        where !initialState.contains(where: { $0.type == type && $0.stateKey == "" }) {
            drafts.append(state(type, content))
        }
        drafts += initialState
        if let name = request["name"]?.string { drafts.append(state("m.room.name", ["name": .string(name)])) }
        if let topic = request["topic"]?.string { drafts.append(state("m.room.topic", ["topic": .string(topic)])) }
        for user in invited { drafts.append(try invite(user, changes)) }
        return drafts
    }

    private func state(_ type: String, _ content: JSONValue) -> EventDraft {
        EventDraft(type, stateKey: "", sender: creator, content: content)
    }

    private func powerLevels() throws -> JSONValue {
        var users: JSONValue = [creator: 100]
        if preset == .trustedPrivate { for user in invited { users[user] = 100 } }
        var levels: JSONValue = [
            "users": users, "users_default": 0, "events_default": 0, "state_default": 50, "ban": 50, "kick": 50,
            "redact": 50, "invite": 0, "notifications": ["room": 50],
            "events": [
                "m.room.name": 50, "m.room.power_levels": 100, "m.room.history_visibility": 100,
                "m.room.canonical_alias": 50, "m.room.avatar": 50, "m.room.tombstone": 100, "m.room.server_acl": 100,
                "m.room.encryption": 100,
            ],
        ]
        guard let override = request["power_level_content_override"] else { return levels }
        guard let members = override.object else {
            throw EndpointError.badJSON("power_level_content_override is no object")
        }
        for (name, value) in members { levels[name] = value }
        return levels
    }

    private func invite(_ user: String, _ changes: Changes) throws -> EventDraft {
        guard let profile = try AccountsTable(changes.database).profile(of: user) else {
            throw EndpointError.notFound("There is no user \(user) on this server")
        }
        var content = profile.json
        content["membership"] = "invite"
        if request["is_direct"]?.bool == true { content["is_direct"] = true }
        return EventDraft("m.room.member", stateKey: user, sender: creator, content: content)
    }
}

/// The settings of a preset (client-server API, "Creation", table of presets).
enum RoomPreset: String, Sendable {
    case privateChat = "private_chat"
    case trustedPrivate = "trusted_private_chat"
    case publicChat = "public_chat"

    var state: [(type: String, content: JSONValue)] {
        [
            ("m.room.join_rules", ["join_rule": self == .publicChat ? "public" : "invite"]),
            ("m.room.history_visibility", ["history_visibility": "shared"]),
            ("m.room.guest_access", ["guest_access": self == .publicChat ? "forbidden" : "can_join"]),
        ]
    }
}
