import GRDB
import MatrixAPI

/// Renders events for a caller (client-server API, "Room event format").
struct EventView {
    let database: Database
    let caller: Caller
    /// Whether the room is included. Sync leaves it out, since it groups by room.
    let includesRoom: Bool
    /// The caller's membership in the room for `unsigned.membership`, and the part of the room that they may see.
    private let standing: Visibility
    private let now = Timestamp.now

    enum Visibility {
        /// The membership is not included.
        case unknown
        /// The caller was in the room when the events were sent.
        case joined
        case history(HistoryVisibility)
    }

    init(_ database: Database, _ caller: Caller, includesRoom: Bool = true, _ standing: Visibility = .unknown) {
        self.database = database
        self.caller = caller
        self.includesRoom = includesRoom
        self.standing = standing
    }

    /// Returns the same view for events of a room with the given membership.
    func with(_ standing: Visibility) -> EventView {
        EventView(database, caller, includesRoom: includesRoom, standing)
    }

    private var visibility: HistoryVisibility? {
        if case .history(let visibility) = standing { visibility } else { nil }
    }

    /// Returns events of a room with the aggregations of their relations.
    ///
    /// - Parameter ignored: The users whose events are not aggregated.
    func json(_ events: [StoredEvent], ignoring ignored: Set<String>) throws -> [JSONValue] {
        let relations = try relations(of: events, ignoring: ignored)
        return try events.map { try json($0, relations: relations[$0.eventID]) }
    }

    /// Returns the aggregations of events of a room, by their identifiers.
    func relations(of events: [StoredEvent], ignoring ignored: Set<String>) throws -> [String: JSONValue] {
        try RelationBundles(database, user: caller.userID, ignored: ignored, visibility: visibility)
            .all(of: events) { try json($0, relations: $1) }
    }

    /// - Parameter relations: The aggregations of the event's relations.
    func json(_ event: StoredEvent, relations: JSONValue? = nil) throws -> JSONValue {
        var members = shared(event)
        if includesRoom { members["room_id"] = .string(event.room) }
        var unsigned = unsigned(event, relations)
        if let place = event.replaces, let replaced = try EventsTable(database).event(at: place) {
            if visibility?.allows(place) ?? true { unsigned["prev_content"] = replaced.content }
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

    /// Returns the members that are the same for all readers.
    private func shared(_ event: StoredEvent) -> [String: JSONValue] {
        var members: [String: JSONValue] = [
            "event_id": .string(event.eventID), "type": .string(event.type), "sender": .string(event.sender),
            "origin_server_ts": .integer(event.timestamp), "content": event.content,
        ]
        if let key = event.stateKey { members["state_key"] = .string(key) }
        // Room version 11 has it in the content; older clients look for it here.
        if event.type == "m.room.redaction" { members["redacts"] = event.content["redacts"] }
        return members
    }

    private func unsigned(_ event: StoredEvent, _ relations: JSONValue?) -> [String: JSONValue] {
        var unsigned: [String: JSONValue] = ["age": .integer(max(0, now - event.timestamp))]
        if let transaction = event.transactionID, event.sender == caller.userID, event.deviceID == caller.deviceID {
            unsigned["transaction_id"] = .string(transaction)
        }
        unsigned["m.relations"] = relations
        switch standing {
        case .unknown: break
        case .joined: unsigned["membership"] = "join"
        case .history(let visibility):
            unsigned["membership"] = .string(visibility.membership(at: event.stream).rawValue)
        }
        return unsigned
    }

    /// Returns an event of a sync. The part that is the same for all readers is rendered once.
    func text(_ event: StoredEvent, _ recent: RecentEvents, relations: JSONValue? = nil) throws -> JSONText {
        guard !includesRoom, event.redactedBy == nil, event.replaces == nil else {
            return .value(try json(event, relations: relations))
        }
        var text = recent.head(of: event) {
            // The closing brace is left out: `unsigned` is the last of all members.
            Array(JSONValue.object(shared(event)).serialized.dropLast())
        }
        text += ",\"unsigned\":".utf8
        text += JSONValue.object(unsigned(event, relations)).serialized
        text.append(UInt8(ascii: "}"))
        return .rendered(text)
    }

    /// Returns the few members that an invited user sees (client-server API, "Stripped state").
    ///
    /// NOTSPEC: only the short members of a large content are included. Anybody may invite, and each first sync
    /// contains all invites.
    static func stripped(_ event: StoredEvent) -> JSONValue {
        let content = event.size > longestStripped ? shortMembers(of: event.content) : event.content
        return [
            "type": .string(event.type), "sender": .string(event.sender),
            "state_key": .string(event.stateKey ?? ""), "content": content,
        ]
    }

    /// The maximum in bytes of a content, and of a member of a larger one.
    private static let (longestStripped, longestMember) = (4096, 512)
    private static let maxMembers = 16

    private static func shortMembers(of content: JSONValue) -> JSONValue {
        let members = (content.object ?? [:]).sorted { $0.key < $1.key }.lazy.filter { name, value in
            name.utf8.count + value.serialized.count <= longestMember
        }
        return .object(Dictionary(members.prefix(maxMembers).map { ($0.key, $0.value) }) { first, _ in first })
    }
}
