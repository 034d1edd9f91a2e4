package import Conversations
package import MatrixAPI

/// Translates a timeline event into the message that is stored and shown. All events from a server pass through it.
package enum MessageDecoder {
    /// - Parameter encryption: the result of decryption, if it was attempted.
    package static func message(from event: MatrixEvent, encryption: MessageEncryption? = nil) -> Message {
        let encryption = encryption ?? event.unopened
        let eventID = event.eventID ?? Message.identifier(ofNameless: event.nameless)
        let sender = event.sender ?? "?"
        let isRemoved = event.redactedBecause != nil
        if RelationDecoder.isRelation(event) {
            return Message(
                eventID: eventID, sender: sender, timestamp: event.timestamp, kind: .relation, body: "", detail: nil,
                isRemoved: isRemoved, relation: RelationDecoder.relation(in: event), encryption: encryption,
                transactionID: event.transactionID, source: event.source.serializedText)
        }
        let replyTo = isRemoved ? nil : repliedEventID(event)
        let (kind, body) = isRemoved ? (kindOfRemoved(event), "") : content(of: event)
        let html = isRemoved || !kind.isReadable || kind == .poll ? nil : formattedBody(of: event.content)
        let isUnknown = !isRemoved && kind == .unknown && UnknownEvent.isForPeople(event)
        return Message(
            eventID: eventID, sender: sender, timestamp: event.timestamp, kind: kind,
            body: replyTo == nil ? body : ReplyFallback.strip(body: body),
            eventType: isUnknown ? event.type : nil, formattedBody: html,
            detail: kind == .membership ? MembershipDecoder.change(in: event) : nil,
            isRemoved: isRemoved, replyTo: replyTo, threadID: isRemoved ? nil : threadID(of: event),
            mentions: isRemoved ? nil : mentions(in: event.content),
            encryption: encryption, transactionID: event.transactionID,
            source: event.source.serializedText, removal: RelationDecoder.removal(of: event))
    }

    /// The root event of the thread that the event belongs to (client-server API, "Threading"). State
    /// events belong to none.
    private static func threadID(of event: MatrixEvent) -> String? {
        guard event.stateKey == nil, event.relation["rel_type"]?.string == "m.thread" else { return nil }
        return event.relation["event_id"]?.identifier
    }

    private static func kindOfRemoved(_ event: MatrixEvent) -> Message.Kind {
        switch event.type {
        case "m.room.message": .text
        case "m.sticker": .sticker
        case let type where event.stateKey == nil && PollForm(startType: type) != nil: .poll
        case "m.room.encrypted": .encrypted
        case "m.room.member": .membership
        case "m.room.name" where event.stateKey != nil: .chatName
        case "m.room.topic" where event.stateKey != nil: .chatTopic
        case "m.room.tombstone" where event.stateKey == "": .chatEnd
        default: .unknown
        }
    }

    /// Returns the kind of the event and its own text.
    private static func content(of event: MatrixEvent) -> (Message.Kind, String) {
        switch event.type {
        case "m.room.message" where event.content["msgtype"]?.string == "m.key.verification.request":
            return (.verification, event.content["to"]?.identifier ?? "")
        case "m.room.message": return messageContent(event.content)
        case "m.sticker":
            return event.content["body"]?.string.map { (.sticker, $0) } ?? (.unreadable, "")
        case let type where event.stateKey == nil && PollForm(startType: type) != nil:
            return PollStart(content: event.content).map { (.poll, $0.question) } ?? (.unreadable, "")
        case "m.room.encrypted": return (.encrypted, "")
        case "m.room.member" where event.stateKey != nil: return (.membership, MembershipDecoder.body(of: event))
        case "m.room.name" where event.stateKey != nil:
            return (.chatName, event.content["name"]?.string ?? "")
        case "m.room.topic" where event.stateKey != nil:
            return (.chatTopic, event.content["topic"]?.string ?? "")
        case "m.room.tombstone" where event.stateKey == "":
            return (.chatEnd, event.content["body"]?.string ?? "")
        case MatrixEvent.malformedType: return (.malformed, "")
        default:
            return ChatRuleDecoder.content(of: event)
                ?? (.unknown, UnknownEvent.isForPeople(event) ? event.content["body"]?.string ?? "" : "")
        }
    }

    /// Decodes a content of `m.room.message`; ``Message/Kind/unreadable`` if it can't be read.
    package static func messageContent(_ content: JSONValue) -> (Message.Kind, String) {
        guard let body = content["body"]?.string else { return (.unreadable, "") }
        return switch content["msgtype"]?.string {
        case "m.text": (.text, body)
        case "m.emote": (.emote, body)
        case "m.notice": (.notice, body)
        case "m.image": (.picture, body)
        case "m.video": (.video, body)
        case "m.audio": (.sound, body)
        case "m.file": (.file, body)
        case "m.location": (.place, body)
        default: (.text, body)
        }
    }

    /// The formatted text (client-server API, "m.room.message msgtypes"), which texts, emotes and notices have.
    package static func formattedBody(of content: JSONValue) -> String? {
        guard let type = content["msgtype"]?.string, ["m.text", "m.emote", "m.notice"].contains(type),
            content["format"]?.string == "org.matrix.custom.html", let html = content["formatted_body"]?.string
        else { return nil }
        return ReplyFallback.strip(html: html)
    }

    /// The mentions (client-server API, "User and room mentions"); `nil` if the content doesn't state any.
    package static func mentions(in content: JSONValue) -> MessageMentions? {
        guard let mentions = content["m.mentions"], mentions.isObject else { return nil }
        return MessageMentions(
            userIDs: Set(mentions["user_ids"]?.identifiers ?? []),
            isForRoom: mentions["room"]?.bool == true)
    }

    /// The event that this one replies to (client-server API, "Rich replies"). In a thread the field may name the
    /// newest event for clients without threads; that is no reply.
    private static func repliedEventID(_ event: MatrixEvent) -> String? {
        guard event.type == "m.room.message", let relation = event.content["m.relates_to"] else { return nil }
        if relation["rel_type"]?.string == "m.thread", relation["is_falling_back"]?.bool == true { return nil }
        return relation["m.in_reply_to"]?["event_id"]?.identifier
    }
}

extension MatrixEvent {
    /// The encryption of an event that nothing tried to decrypt.
    fileprivate var unopened: MessageEncryption? {
        guard isEncrypted else { return nil }
        return .sealed(.awaitsKey, sessionID: content["session_id"]?.identifier)
    }
}

/// Decodes changes of power levels, join rule, history visibility and pins. Initial settings aren't reported. The
/// exceptions are pins and a history that anybody can read, as most chats start without either event.
enum ChatRuleDecoder {
    /// - Returns: `nil` for another event, or if there is nothing to report.
    static func content(of event: MatrixEvent) -> (Message.Kind, String)? {
        guard event.stateKey == "" else { return nil }
        guard let before = event.unsigned?["prev_content"], before.isObject else { return first(event) }
        switch event.type {
        case "m.room.power_levels": return power(event, before)
        case "m.room.join_rules": return changed("join_rule", event, before).map { (.joinRule, $0) }
        case "m.room.history_visibility":
            return changed("history_visibility", event, before).map { (.historyVisibility, $0) }
        case "m.room.pinned_events": return pins(event, before)
        default: return nil
        }
    }

    /// The report of the first event of its type in a chat.
    private static func first(_ event: MatrixEvent) -> (Message.Kind, String)? {
        switch event.type {
        case "m.room.history_visibility" where event.content["history_visibility"]?.string == "world_readable":
            return (.historyVisibility, "world_readable")
        case "m.room.pinned_events": return pins(event, .emptyObject)
        default: return nil
        }
    }

    private static func changed(_ key: String, _ event: MatrixEvent, _ before: JSONValue) -> String? {
        guard let new = event.content[key]?.string, new != before[key]?.string else { return nil }
        return new
    }

    private static func power(_ event: MatrixEvent, _ before: JSONValue) -> (Message.Kind, String)? {
        let old = PowerDecoder.power(levels: before, creation: nil, creator: nil)
        let new = PowerDecoder.power(levels: event.content, creation: nil, creator: nil)
        let people = Set(old.users.keys).union(new.users.keys)
        let levels = people.filter { old.level(of: $0) != new.level(of: $0) }
            .map { PowerChange.Level($0, new.level(of: $0)) }
        // A chat with very many powerful members belongs to a bridge; its changes aren't worth reporting.
        guard old != new, levels.count <= maxPeople else { return nil }
        return (.power, PowerChange(levels).body)
    }

    private static let maxPeople = 20

    private static func pins(_ event: MatrixEvent, _ before: JSONValue) -> (Message.Kind, String)? {
        let (old, new) = (Set(before["pinned"]?.identifiers ?? []), Set(event.content["pinned"]?.identifiers ?? []))
        if !new.subtracting(old).isEmpty { return (.pins, "+") }
        return old.subtracting(new).isEmpty ? nil : (.pins, "-")
    }
}

/// Decides which events of unknown types are shown.
enum UnknownEvent {
    /// - Returns: `false` for events that users don't miss: room state and messages between programs.
    static func isForPeople(_ event: MatrixEvent) -> Bool {
        event.stateKey == nil && !isForPrograms(event.type)
    }

    /// Call signaling, verification, live locations and the like.
    private static func isForPrograms(_ type: String) -> Bool {
        beginnings.contains { type.hasPrefix($0) } || ends.contains { type.hasSuffix($0) }
    }

    private static let beginnings = [
        "m.call.", "org.matrix.call.", "m.rtc.", "org.matrix.msc4075.rtc.", "org.matrix.msc4143.rtc.", "m.key.",
        "m.secret.", "m.room_key", "io.element.call.", "im.vector.modular.", "im.confab.", "m.dummy",
        "org.matrix.dummy_event",
    ]

    private static let ends = [".beacon"]
}

extension MatrixEvent {
    /// The event that a redaction removes. It is named in the content from room version 11 on, and
    /// beside the content before.
    var redactedEventID: String? { content["redacts"]?.identifier ?? source["redacts"]?.identifier }
}

extension MatrixEvent {
    /// Identifies an event that has no identifier. `unsigned` is left out because it contains the age,
    /// which changes each time.
    var nameless: String {
        guard source.isObject else { return source.serializedText }
        var source = source
        source["unsigned"] = nil
        return source.serializedText
    }
}
