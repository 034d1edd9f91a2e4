import GRDB
import MatrixAPI

/// Appends events to rooms: checks them, assigns their positions, and updates state, memberships and unread counts.
struct RoomWriter {
    private let changes: Changes
    private let database: Database

    init(_ changes: Changes) {
        self.changes = changes
        database = changes.database
    }

    /// Appends an event. All checks come before the first write: a message that is refused has written nothing.
    ///
    /// - Throws: A ``Refusal`` if the rules forbid the event.
    @discardableResult
    func append(_ draft: EventDraft, to room: String) throws -> StoredEvent {
        if let flaw = draft.flaw { throw flaw }
        let current = CurrentRoom(room, changes)
        guard var tip = try current.tip() else { throw Refusal.notFound("There is no such room") }
        try Authorization(current).check(draft)
        try CanonicalAlias.check(draft, in: room, database)
        try RelationRules.check(draft, in: room, database)

        let timestamp = Timestamp.now
        let identifier = EventIdentifier.make(
            draft, room: room, timestamp: timestamp, depth: tip.depth + 1, previous: tip.latestEventID,
            authorizing: try current.authorizingEvents(draft))
        var event = StoredEvent(
            stream: try latestStream() + 1, eventID: identifier, room: room, type: draft.type,
            stateKey: draft.stateKey, sender: draft.sender, timestamp: timestamp, content: draft.content,
            deviceID: draft.transaction?.caller.deviceID, transactionID: draft.transaction?.transactionID)
        if let key = draft.stateKey {
            event.replaces = try StateTable(database).current(draft.type, key, in: room)?.stream
        }

        let notifies = NotificationRule.notifies(event)
        let call = notifies ? try NotificationRule.call(of: event, levels: current.powerLevels) : .nobody
        let ordinal = try current.ordinal(of: event.sender) + (notifies ? 1 : 0)
        tip.latestEventID = identifier
        tip.depth += 1
        if notifies { tip.notifyOrdinal += 1 }
        changes.known.touch(room)
        try EventsTable(database).insert(
            event, draft, tip, notifies: notifies, senderOrdinal: ordinal, isUnmarked: call == .whoeverIsNamed)
        changes.known.advance(room, to: tip, sender: event.sender, ordinal: ordinal, stream: event.stream)
        try putState(event)
        try highlight(event, call)
        changes.wakeMembers(of: room)
        return event
    }

    /// Removes the content of an event that a redaction removes.
    func redact(_ event: StoredEvent, by redaction: String) throws {
        changes.known.touch(event.room)
        try EventsTable(database).redact(
            event, keeping: Redaction.kept(of: event.content, type: event.type), by: redaction)
        if event.stateKey != nil { changes.known.forget(event.room) }
    }

    private func latestStream() throws -> Int64 {
        try changes.known.latestStream ?? EventsTable(database).latestStream()
    }

    private func putState(_ event: StoredEvent) throws {
        guard let key = event.stateKey else { return }
        try StateTable(database).put(event.type, key, in: event.room, stream: event.stream)
        changes.known.forget(event.room)
        guard event.type == "m.room.member" else { return }
        let membership = Membership(rawValue: event.content["membership"]?.string ?? "") ?? .leave
        try MembershipsTable(database).put(
            key, in: event.room, membership, displayName: event.content["displayname"]?.string, stream: event.stream)
        changes.wake(key)
        changes.changeMembers(of: event.room)
    }

    private func highlight(_ event: StoredEvent, _ call: NotificationRule.Call) throws {
        let unread = UnreadTable(database)
        switch call {
        // Messages that may name users are found by a separate marker.
        case .nobody, .whoeverIsNamed: return
        case .users(let users): try unread.highlight(users, in: event.room, stream: event.stream)
        case .room: try unread.highlightForAll(in: event.room, stream: event.stream)
        }
    }
}
