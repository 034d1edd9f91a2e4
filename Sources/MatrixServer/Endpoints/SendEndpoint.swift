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
