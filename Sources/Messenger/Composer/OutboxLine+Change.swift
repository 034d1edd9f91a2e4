import Conversations
import MatrixAPI

extension OutboxLine {
    /// Makes an edit of one of the user's own messages.
    ///
    /// - Parameters:
    ///   - mentions: all people whom the edited message mentions.
    ///   - former: the people whom the message mentioned before.
    static func edit(
        of target: Target, body text: NamedText, isEmote: Bool, mentions: [String] = [],
        former: MessageMentions = .nobody, chatID: String, now: Int64
    ) -> OutboxLine {
        let content = MessageContent.edit(
            of: target.eventID, body: text, isEmote: isEmote, mentions: mentions, former: former)
        return change(
            "m.room.message", .edit(of: target), text.body, isEmote: isEmote, content, chatID: chatID, now: now)
    }

    static func reaction(to target: Target, key: String, chatID: String, now: Int64) -> OutboxLine {
        let content = MessageContent.reaction(key, to: target.eventID)
        return change("m.reaction", .reaction(to: target, key: key), key, content, chatID: chatID, now: now)
    }

    /// - Parameter reason: the reason; empty for none.
    static func redaction(of target: Target, reason: String, chatID: String, now: Int64) -> OutboxLine {
        let content: JSONValue = reason.isEmpty ? [:] : ["reason": .string(reason)]
        let purpose = Purpose.redaction(of: target, reason: reason.isEmpty ? nil : reason)
        return change("m.room.redaction", purpose, reason, content, chatID: chatID, now: now)
    }

    private static func change(
        _ type: String, _ purpose: Purpose, _ body: String, isEmote: Bool = false, _ content: JSONValue,
        chatID: String, now: Int64
    ) -> OutboxLine {
        OutboxLine(
            id: newID(now: now), chatID: chatID, type: type, purpose: purpose, kind: isEmote ? .emote : .text,
            body: body, formattedBody: content["m.new_content"]?["formatted_body"]?.string,
            content: content.serializedText, acceptedAt: now, state: .queued)
    }
}

extension OutboxLine.Target {
    /// The event ID; empty until the server has assigned one. It is filled in when the change is sent.
    var eventID: String {
        if case .event(let eventID) = self { eventID } else { "" }
    }
}
