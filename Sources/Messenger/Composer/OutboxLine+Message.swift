import Conversations
import MatrixAPI

extension OutboxLine {
    /// Creates a line of text with its own transaction identifier, which is kept over every retry.
    ///
    /// - Parameter id: the identifier, if it was created before.
    static func message(
        _ text: NamedText, id: String? = nil, isEmote: Bool, mentions: [String] = [], chatID: String,
        thread: ThreadPlace? = nil,
        now: Int64
    ) -> OutboxLine {
        var content = MessageContent.text(text, isEmote: isEmote, mentions: mentions)
        if let thread { content["m.relates_to"] = MessageContent.relation(to: thread) }
        return OutboxLine(
            id: id ?? newID(now: now), chatID: chatID, type: "m.room.message", kind: isEmote ? .emote : .text,
            body: text.body, formattedBody: content["formatted_body"]?.string, content: content.serializedText,
            acceptedAt: now,
            state: .queued)
    }

    /// Creates a reply to a message.
    static func reply(
        to eventID: String, threadID: String? = nil, body text: NamedText, isEmote: Bool, mentions: [String] = [],
        chatID: String, now: Int64
    ) -> OutboxLine {
        let content = MessageContent.reply(
            to: eventID, threadID: threadID, body: text, isEmote: isEmote, mentions: mentions)
        return OutboxLine(
            id: newID(now: now), chatID: chatID, type: "m.room.message", kind: isEmote ? .emote : .text,
            body: text.body, formattedBody: content["formatted_body"]?.string, replyTo: eventID,
            content: content.serializedText, acceptedAt: now, state: .queued)
    }

    /// Creates a transaction identifier, which is kept over every retry.
    static func newID(now: Int64) -> String {
        var generator = SystemRandomNumberGenerator()
        return "confab-" + String(now, radix: 36) + "-" + String(generator.next(), radix: 36)
    }
}
