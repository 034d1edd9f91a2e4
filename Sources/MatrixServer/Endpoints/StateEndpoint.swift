import GRDB
import MatrixAPI

/// `state` (client-server API, "Getting events for a room" and "Sending events to a room").
enum StateEndpoint {
    @Sendable static func all(_ call: Call) async throws -> any JSONBody {
        let caller = try call.account
        let room = call.room
        return try await call.server.compose(for: caller.userID) { database, text in
            let place = try ReadablePosition.last(database, caller.userID, room)
            let view = EventView(database, caller)
            try text.appendList { list in
                try StateTable(database).eachChange(in: room, after: 0, upTo: place) { event in
                    try list.add(try view.json(event))
                    return true
                }
            }
        }.answer
    }

    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let room = call.room
        let (type, key) = (call.parameter("type"), call.parameter("stateKey"))
        let wantsEvent = call.target["format"] == "event"
        return try await call.read { database in
            let place = try ReadablePosition.last(database, caller.userID, room)
            guard let event = try StateTable(database).event(type, key, in: room, upTo: place) else {
                throw EndpointError.notFound("The room has no such state")
            }
            return wantsEvent ? try EventView(database, caller).json(event) : event.content
        }
    }

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let room = call.room
        let draft = EventDraft(
            call.parameter("type"), stateKey: call.parameter("stateKey"), sender: caller.userID, content: call.body)
        guard draft.type != "m.room.create" else { throw EndpointError.forbidden("The room is created already") }
        if draft.invites { try call.countWrite(.invitations) }
        let eventID = try await call.commit { try RoomWriter($0).append(draft, to: room).eventID }
        return ["event_id": .string(eventID)]
    }
}

/// `members` and `joined_members` (client-server API, "Getting events for a room").
enum MembersEndpoint {
    @Sendable static func all(_ call: Call) async throws -> any JSONBody {
        let caller = try call.account
        let room = call.room
        let (wanted, unwanted) = (call.target["membership"], call.target["not_membership"])
        let at = try call.token("at")?.events
        return try await call.server.compose(for: caller.userID) { database, text in
            let place = min(at ?? .max, try ReadablePosition.last(database, caller.userID, room))
            let view = EventView(database, caller)
            let json = JSONObjectWriter(text)
            try json.addList("chunk") { chunk in
                try StateTable(database).eachChange(in: room, after: 0, upTo: place, type: "m.room.member") { event in
                    let membership = event.content["membership"]?.string
                    if wanted == nil || membership == wanted, unwanted == nil || membership != unwanted {
                        try chunk.add(try view.json(event))
                    }
                    return true
                }
            }
            try json.end()
        }.answer
    }

    @Sendable static func joined(_ call: Call) async throws -> any JSONBody {
        let room = call.room
        return try await call.server.compose(for: try call.user) { database, text in
            let json = JSONObjectWriter(text)
            try json.add("joined") { text in
                let joined = JSONObjectWriter(text)
                try StateTable(database).eachCurrent("m.room.member", in: room) { event in
                    guard event.content["membership"]?.string == "join" else { return }
                    var member = JSONValue.emptyObject
                    member["display_name"] = event.content["displayname"]
                    member["avatar_url"] = event.content["avatar_url"]
                    try joined.add(event.stateKey ?? "", .value(member))
                }
                try joined.end()
            }
            try json.end()
        }.answer
    }
}
