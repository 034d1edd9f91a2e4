import GRDB
import MatrixAPI

/// Appends events to rooms: checks them, gives them their place, and keeps state, memberships and unread counts in step.
struct RoomWriter {
    /// The largest event (client-server API, "Size limits").
    private static let largestEvent = 65_536
    private static let deepestEvent = 64

    private let changes: Changes
    private let database: Database

    init(_ changes: Changes) {
        self.changes = changes
        database = changes.database
    }

    /// - Throws: a ``Refusal`` where the rules forbid the event.
    @discardableResult
    func append(_ draft: EventDraft, to room: String) throws -> StoredEvent {
        try checkShape(draft)
        guard var tip = try RoomsTable(database).tip(of: room) else { throw Refusal.notFound("There is no such room") }
        try Authorization(database, room: room).check(draft)

        let events = EventsTable(database)
        let state = StateTable(database)
        let timestamp = Timestamp.now
        let identifier = EventIdentifier.make(
            draft, room: room, timestamp: timestamp, depth: tip.depth + 1, previous: tip.latestEventID,
            authorizing: try authorizingEvents(draft, in: room))
        var event = StoredEvent(
            stream: try events.latestStream() + 1, eventID: identifier, room: room, type: draft.type,
            stateKey: draft.stateKey, sender: draft.sender, timestamp: timestamp, content: draft.content,
            deviceID: draft.deviceID, transactionID: draft.transactionID)
        if let key = draft.stateKey { event.replaces = try state.current(draft.type, key, in: room)?.stream }

        let notifies = NotificationRule.notifies(event)
        let ownOrdinal = try UnreadTable(database).ownOrdinal(event.sender, room, upTo: .max)
        tip.latestEventID = identifier
        tip.depth += 1
        if notifies { tip.notifyOrdinal += 1 }
        try events.insert(
            event, notifies: notifies, notifyOrdinal: tip.notifyOrdinal,
            senderOrdinal: notifies ? ownOrdinal + 1 : ownOrdinal)
        try RoomsTable(database).setTip(tip, of: room, stream: event.stream)
        if let key = draft.stateKey {
            try state.put(draft.type, key, in: room, stream: event.stream)
            if draft.type == "m.room.member" { try putMembership(event, user: key) }
        }
        try highlight(event, notifies: notifies)
        changes.wakeMembers(of: room)
        return event
    }

    private func checkShape(_ draft: EventDraft) throws {
        guard draft.content.object != nil else { throw Refusal.badJSON("The content must be an object") }
        guard !draft.content.holdsDouble else { throw Refusal.badJSON("Numbers in events must be whole") }
        // Two levels are the event's own: its object, and the content in it.
        guard draft.content.depth < RoomWriter.deepestEvent else {
            throw Refusal.badJSON("The content is nested too deeply")
        }
        guard draft.type.utf8.count <= 255, draft.stateKey?.utf8.count ?? 0 <= 255 else {
            throw Refusal.tooLarge("A type or state key has at most 255 bytes")
        }
        if draft.type == "m.room.member" {
            for name in ["displayname", "avatar_url"] { try ProfileLimit.check(draft.content[name]?.string, name) }
        }
        // What the server adds around the content stays under 2 KB.
        guard draft.content.serialized.count <= RoomWriter.largestEvent - 2048 else {
            throw Refusal.tooLarge("The event is larger than 65,536 bytes")
        }
    }

    /// The events that an event's permission rests on (server-server API, "Auth events selection").
    private func authorizingEvents(_ draft: EventDraft, in room: String) throws -> [String] {
        guard draft.type != "m.room.create" else { return [] }
        var keys = [("m.room.create", ""), ("m.room.power_levels", ""), ("m.room.member", draft.sender)]
        if draft.type == "m.room.member", let target = draft.stateKey {
            keys.append(("m.room.join_rules", ""))
            if target != draft.sender { keys.append(("m.room.member", target)) }
        }
        return try keys.compactMap { try StateTable(database).currentID($0.0, $0.1, in: room) }
    }

    private func putMembership(_ event: StoredEvent, user: String) throws {
        let membership = Membership(rawValue: event.content["membership"]?.string ?? "") ?? .leave
        try MembershipsTable(database).put(
            user, in: event.room, membership, displayName: event.content["displayname"]?.string, stream: event.stream)
        changes.wake(user)
    }

    private func highlight(_ event: StoredEvent, notifies: Bool) throws {
        guard notifies else { return }
        let call = try NotificationRule.call(of: event) { try Authorization(database, room: event.room).powerLevels() }
        let unread = UnreadTable(database)
        switch call {
        case .nobody: return
        case .users(let users):
            let memberships = MembershipsTable(database)
            for user in users where try memberships.membership(of: user, in: event.room) == .join {
                try unread.highlight(user, in: event.room, stream: event.stream)
            }
        case .room: try unread.highlightForAll(in: event.room, stream: event.stream)
        case .whoeverIsNamed: try unread.keepUnmarked(in: event.room, stream: event.stream)
        }
    }
}
