import GRDB
import MatrixAPI

/// `state` (client-server API, "Getting events for a room" and "Sending events to a room").
enum StateEndpoint {
    @Sendable static func all(_ call: Call) async throws -> any JSONBody {
        let caller = try call.account
        let room = call.room
        return try await call.server.compose(for: caller.userID) { database, text in
            let place = try ReadablePlace.last(database, caller.userID, room)
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
            let place = try ReadablePlace.last(database, caller.userID, room)
            guard let event = try StateTable(database).event(type, key, in: room, upTo: place) else {
                throw Refusal.notFound("The room has no such state")
            }
            return wantsEvent ? try EventView(database, caller).json(event) : event.content
        }
    }

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let room = call.room
        let draft = EventDraft(
            call.parameter("type"), stateKey: call.parameter("stateKey"), sender: caller.userID, content: call.body)
        guard draft.type != "m.room.create" else { throw Refusal.forbidden("The room is created already") }
        if draft.invites { try call.admit(.invitations) }
        let eventID = try await call.commit { try RoomWriter($0).append(draft, to: room).eventID }
        return ["event_id": .string(eventID)]
    }
}
