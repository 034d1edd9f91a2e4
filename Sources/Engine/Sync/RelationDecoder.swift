import Conversations
import MatrixAPI

/// Decodes the effect of an event on another one (client-server API, "Event replacements", "Event annotations and
/// reactions", "Redactions"; MSC3381 for polls).
enum RelationDecoder {
    /// Returns whether the event only changes another event, validly or not. A state event changes
    /// nothing but the state.
    static func isRelation(_ event: MatrixEvent) -> Bool {
        guard event.stateKey == nil else { return false }
        return switch event.type {
        case "m.reaction", "m.room.redaction": true
        case "m.room.message", "m.room.encrypted": event.relation["rel_type"]?.string == "m.replace"
        default: pollForm(of: event.type) != nil
        }
    }

    private static func pollForm(of type: String) -> PollForm? {
        PollForm.allCases.first { [$0.responseType, $0.endType].contains(type) }
    }

    /// - Returns: `nil` if the event breaks the rules for its type, is encrypted, or was removed. A redaction stays
    ///   in effect even if it was itself removed.
    static func relation(in event: MatrixEvent) -> MessageRelation? {
        if event.type == "m.room.redaction" {
            return event.redactedEventID.map { .redaction(of: $0, reason: given(event.content["reason"])) }
        }
        guard event.redactedBecause == nil, let target = event.relation["event_id"]?.identifier else { return nil }
        switch (event.type, event.relation["rel_type"]?.string) {
        case ("m.reaction", "m.annotation"):
            // A reaction without visible characters is ignored.
            return VisibleName.first(event.relation["key"]?.string).map { .reaction(to: target, key: $0) }
        case ("m.room.message", "m.replace"):
            return editedContent(event.content["m.new_content"] ?? .null).map { .edit(of: target, $0) }
        case (let type, "m.reference"):
            guard let form = pollForm(of: type) else { return nil }
            return type == form.endType
                ? .pollEnd(of: target) : .pollAnswer(to: target, form.answers(in: event.content))
        default:
            return nil
        }
    }

    /// The redaction of the event, if the server includes it ("Redactions", `redacted_because`).
    static func removal(of event: MatrixEvent) -> MessageRemoval? {
        guard let redaction = event.redactedBecause, let eventID = redaction["event_id"]?.identifier,
            let sender = redaction["sender"]?.identifier
        else { return nil }
        return MessageRemoval(
            eventID: eventID, sender: sender, timestamp: redaction["origin_server_ts"]?.time ?? 0,
            reason: given(redaction["content"]?["reason"]))
    }

    /// The reason, unless it is blank.
    private static func given(_ reason: JSONValue?) -> String? {
        reason?.string.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    private static func editedContent(_ content: JSONValue) -> EditedContent? {
        let (kind, body) = MessageDecoder.messageContent(content)
        guard kind != .unreadable else { return nil }
        return EditedContent(
            kind: kind, body: body, formattedBody: MessageDecoder.formattedBody(of: content),
            mentions: MessageDecoder.mentions(in: content))
    }
}

extension MatrixEvent {
    var relation: JSONValue { content["m.relates_to"] ?? .emptyObject }
}
