import Conversations
import MatrixAPI

/// Translates a timeline event into the message that is stored and shown. There is no other way to make one.
enum MessageDecoder {
    /// - Parameter encryption: the result of decryption, if it was attempted.
    static func message(from event: MatrixEvent, encryption: MessageEncryption? = nil) -> Message {
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

    /// The first event of the thread that the event belongs to (client-server API, "Threading"). State
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
    static func messageContent(_ content: JSONValue) -> (Message.Kind, String) {
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
    static func formattedBody(of content: JSONValue) -> String? {
        guard let type = content["msgtype"]?.string, ["m.text", "m.emote", "m.notice"].contains(type),
            content["format"]?.string == "org.matrix.custom.html", let html = content["formatted_body"]?.string
        else { return nil }
        return ReplyFallback.strip(html: html)
    }

    /// The mentions (client-server API, "User and room mentions"); `nil` if the content doesn't state any.
    static func mentions(in content: JSONValue) -> MessageMentions? {
        guard let mentions = content["m.mentions"], mentions.object != nil else { return nil }
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
