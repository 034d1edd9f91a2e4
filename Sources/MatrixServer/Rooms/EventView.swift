import GRDB
import MatrixAPI

/// Events as one caller sees them (client-server API, "Room event format").
struct EventView {
    let database: Database
    let caller: Caller
    /// Sync leaves the room out, since it groups by room.
    let includesRoom: Bool
    private let now = Timestamp.now

    init(_ database: Database, _ caller: Caller, includesRoom: Bool = true) {
        self.database = database
        self.caller = caller
        self.includesRoom = includesRoom
    }

    func json(_ event: StoredEvent) throws -> JSONValue {
        var members = shared(event)
        if includesRoom { members["room_id"] = .string(event.room) }
        var unsigned = unsigned(event)
        if let place = event.replaces, let replaced = try EventsTable(database).event(at: place) {
            unsigned["prev_content"] = replaced.content
            unsigned["prev_sender"] = .string(replaced.sender)
            unsigned["replaces_state"] = .string(replaced.eventID)
        }
        if let redaction = event.redactedBy,
            let because = try EventsTable(database).event(id: redaction, in: event.room)
        {
            unsigned["redacted_because"] = try json(because)
        }
        members["unsigned"] = .object(unsigned)
        return .object(members)
    }

    /// What is the same for all who get it.
    private func shared(_ event: StoredEvent) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "event_id": .string(event.eventID), "type": .string(event.type), "sender": .string(event.sender),
            "origin_server_ts": .integer(event.timestamp), "content": event.content,
        ]
        if let key = event.stateKey { members["state_key"] = .string(key) }
        // Version 11 has it in the content; clients of before look for it here.
        if event.type == "m.room.redaction" { members["redacts"] = event.content["redacts"] }
        return members
    }

    private func unsigned(_ event: StoredEvent) -> [String: JSONValue] {
        var unsigned: [String: JSONValue] = ["age": .integer(max(0, now - event.timestamp))]
        if let transaction = event.transactionID, event.sender == caller.userID, event.deviceID == caller.deviceID {
            unsigned["transaction_id"] = .string(transaction)
        }
        return unsigned
    }

    /// An event of a sync. What is the same for all who get it is rendered once.
    func text(_ event: StoredEvent, _ recent: RecentEvents) throws -> JSONText {
        guard !includesRoom, event.redactedBy == nil, event.replaces == nil else { return .value(try json(event)) }
        var text = recent.head(of: event) {
            // Without the brace that ends it: of all members `unsigned` is the last.
            Array(JSONValue.object(shared(event)).serialized.dropLast())
        }
        text += ",\"unsigned\":".utf8
        text += JSONValue.object(unsigned(event)).serialized
        text.append(UInt8(ascii: "}"))
        return .rendered(text)
    }

    /// The few members that somebody invited sees (client-server API, "Stripped state").
    static func stripped(_ event: StoredEvent) -> JSONValue {
        [
            "type": .string(event.type), "sender": .string(event.sender),
            "state_key": .string(event.stateKey ?? ""), "content": event.content,
        ]
    }
}
