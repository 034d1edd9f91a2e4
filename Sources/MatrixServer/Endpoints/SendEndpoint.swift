import GRDB
import MatrixAPI

/// `PUT send` (client-server API, "Sending events to a room").
enum SendEndpoint {
    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let room = call.room
        let type = call.parameter("type")
        let content = call.body
        if type == "m.room.redaction" {
            // Room version 11 lets clients send redactions like messages: they must pass the same checks.
            return try await RedactEndpoint.send(call, redacts: content["redacts"]?.string ?? "", content: content)
        }
        let transaction = try call.transaction
        let draft = transaction.draft(type, content: content)
        return try await transaction.perform(call.server, bodyBytes: call.bodyBytes, undoing: .refusesFirst) {
            try RoomWriter($0).append(draft, to: room).eventID
        }
    }
}

/// `PUT redact` (client-server API, "Redactions").
enum RedactEndpoint {
    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let target = call.parameter("eventID")
        var content = call.body
        content["redacts"] = .string(target)
        return try await send(call, redacts: target, content: content)
    }

    static func send(_ call: Call, redacts target: String, content: JSONValue) async throws -> JSONValue {
        let caller = try call.account
        let room = call.room
        let transaction = try call.transaction
        return try await transaction.perform(call.server, bodyBytes: call.bodyBytes) { changes in
            let events = EventsTable(changes.database)
            let redaction = try RoomWriter(changes).append(
                transaction.draft("m.room.redaction", content: content), to: room)
            guard let event = try events.event(id: target, in: room) else {
                throw EndpointError.notFound("There is no such event in this room")
            }
            let levels = try CurrentRoom(room, changes).powerLevels()
            guard event.sender == caller.userID || levels.level(of: caller.userID) >= levels.redact else {
                throw EndpointError.forbidden("You may redact your own events only")
            }
            guard event.type != "m.room.create" else { throw EndpointError.forbidden("The first event stays as it is") }
            if event.redactedBy == nil {
                try RoomWriter(changes).redact(event, by: redaction.eventID)
            }
            return redaction.eventID
        }
    }
}
