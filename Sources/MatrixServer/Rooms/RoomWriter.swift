import Crypto
import GRDB
import HTTPTypes
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
    /// - Throws: An ``EndpointError`` if the rules forbid the event.
    @discardableResult
    func append(_ draft: EventDraft, to room: String) throws -> StoredEvent {
        if let flaw = draft.flaw { throw flaw }
        let current = CurrentRoom(room, changes)
        guard var tip = try current.tip() else { throw EndpointError.notFound("There is no such room") }
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
            event, keeping: Redaction.redacted(of: event.content, type: event.type), by: redaction)
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
        // A message that may name users in its text is stored with `is_unmarked`. The text is searched when a user's
        // unread counts are requested.
        case .nobody, .whoeverIsNamed: return
        case .users(let users): try unread.highlight(users, in: event.room, stream: event.stream)
        case .room: try unread.highlightForAll(in: event.room, stream: event.stream)
        }
    }
}

/// The identifier of an event in room version 11: its reference hash (server-server API, "Calculating the reference
/// hash for an event").
///
/// The event is written as canonical JSON directly, since the single writer does this for each event.
///
/// NOTSPEC: the event is not signed, since there is no other server to show a signature to.
enum EventIdentifier {
    static func make(
        _ draft: EventDraft, room: String, timestamp: Int64, depth: Int64, previous: String, authorizing: [String]
    ) -> String {
        var beforeContent = "{\"auth_events\":\(JSONValue.array(authorizing.map(JSONValue.string)).serializedText),"
        beforeContent += "\"content\":"
        let depth = ",\"depth\":\(depth),"
        var rest = "\"origin_server_ts\":\(timestamp),\"prev_events\":"
        rest += JSONValue.array(previous.isEmpty ? [] : [.string(previous)]).serializedText
        rest += ",\"room_id\":\(quoted(room)),\"sender\":\(quoted(draft.sender)),"
        if let key = draft.stateKey { rest += "\"state_key\":\(quoted(key))," }
        rest += "\"type\":\(quoted(draft.type))}"

        let contentHash = UnpaddedBase64.encode(hash([beforeContent, draft.contentText, depth, rest]))
        let kept = Redaction.redacted(of: draft.content, type: draft.type).serializedText
        let hashes = "\"hashes\":{\"sha256\":\"\(contentHash)\"},"
        return "$" + UnpaddedBase64.encodeURLSafe(hash([beforeContent, kept, depth, hashes, rest]))
    }

    private static func quoted(_ text: String) -> String { JSONValue.string(text).serializedText }

    private static func hash(_ parts: [String]) -> [UInt8] {
        var hash = SHA256()
        for part in parts { hash.update(data: Array(part.utf8)) }
        return Array(hash.finalize())
    }
}

/// The default push rules as far as unread counts need them (client-server API, "Default Rules").
///
/// NOTSPEC: an edit never counts, even if it adds a mention.
enum NotificationRule {
    /// Whether the event counts as unread for the other members: every message except notices and edits.
    static func notifies(_ event: StoredEvent) -> Bool {
        guard event.stateKey == nil else { return false }
        switch event.type {
        case "m.room.encrypted": return true
        case "m.room.message":
            return event.content["msgtype"]?.string != "m.notice"
                && event.content["m.relates_to"]?["rel_type"]?.string != "m.replace"
        default: return false
        }
    }

    /// The users whom a message mentions. Names in its text are searched for each reader when their counts are
    /// requested.
    enum Call: Hashable {
        case nobody
        case users(Set<String>)
        case room
        /// The message has no `m.mentions`, so users may be named in its text.
        case whoeverIsNamed
    }

    /// - Parameter levels: Called if the message mentions the whole room.
    static func call(of event: StoredEvent, levels: () throws -> PowerLevels) throws -> Call {
        let body = event.content["body"]?.string ?? ""
        let mentions = event.content["m.mentions"]
        if mentions.map({ $0["room"]?.bool == true }) ?? namesRoom(body) {
            let levels = try levels()
            if levels.level(of: event.sender) >= levels.notifyRoom { return .room }
        }
        guard let mentions else { return body.isEmpty ? .nobody : .whoeverIsNamed }
        return .users(Set((mentions["user_ids"]?.array ?? []).compactMap(\.string)).subtracting([event.sender]))
    }

    private static func namesRoom(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "@")) && roomName.isFound(in: text)
    }

    private static let roomName = WordSearch("@room")
}

/// The part of an event's content that a redaction keeps (room version 11, "Redactions").
enum Redaction {
    static func redacted(of content: JSONValue, type: String) -> JSONValue {
        switch type {
        case "m.room.create": return content
        case "m.room.member":
            var kept = only(["membership", "join_authorised_via_users_server"], of: content)
            if let signed = content["third_party_invite"]?["signed"] { kept["third_party_invite"] = ["signed": signed] }
            return kept
        case "m.room.join_rules": return only(["join_rule", "allow"], of: content)
        case "m.room.power_levels": return only(powerLevels, of: content)
        case "m.room.history_visibility": return only(["history_visibility"], of: content)
        case "m.room.redaction": return only(["redacts"], of: content)
        default: return .emptyObject
        }
    }

    private static let powerLevels = [
        "ban", "events", "events_default", "invite", "kick", "redact", "state_default", "users", "users_default",
    ]

    private static func only(_ names: [String], of content: JSONValue) -> JSONValue {
        var kept = JSONValue.emptyObject
        for name in names { kept[name] = content[name] }
        return kept
    }
}

/// Refuses relations that a server has to refuse according to the specification (client-server API, "Avoiding duplicate
/// annotations" and "Validation of `m.thread` relationships").
enum RelationRules {
    static func check(_ draft: EventDraft, in room: String, _ database: Database) throws {
        let relation = draft.content["m.relates_to"]
        guard let kind = relation?["rel_type"]?.string, let target = relation?["event_id"]?.string else { return }
        let events = EventsTable(database)
        switch kind {
        case "m.annotation":
            // SQLite would compare a key with U+0000 only up to that character.
            guard let key = relation?["key"]?.string, !key.holdsNull, !target.holdsNull else { return }
            guard try !events.hasAnnotation(key, of: target, type: draft.type, by: draft.sender, in: room) else {
                throw EndpointError(
                    .badRequest, .duplicateAnnotation, "You annotated this event with the same key already")
            }
        case "m.thread":
            let root = try events.event(id: target, in: room)?.content["m.relates_to"]
            guard root?["rel_type"] == nil else {
                throw EndpointError(.badRequest, .unknown, "A thread can't begin with an event that relates to another")
            }
        default: return
        }
    }
}
