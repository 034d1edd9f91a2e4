import MatrixAPI

/// `PUT send` (client-server API, "Sending events to a room").
enum SendEndpoint {
    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let caller = try call.account
        let room = call.room
        let type = call.parameter("type")
        let content = call.body
        if type == "m.room.redaction" {
            // Version 11 lets clients send redactions like messages: they must pass the same checks.
            return try await RedactEndpoint.send(call, redacts: content["redacts"]?.string ?? "", content: content)
        }
        let transaction = SentTransaction(
            caller: caller, scope: "\(room)/send/\(type)", transactionID: call.parameter("transactionID"))
        return try await transaction.perform(call.server) { changes in
            let draft = EventDraft(
                type, sender: caller.userID, content: content, deviceID: caller.deviceID,
                transactionID: transaction.transactionID)
            return try RoomWriter(changes).append(draft, to: room).eventID
        }
    }
}
