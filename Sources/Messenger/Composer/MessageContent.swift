import Conversations
import Engine
import MatrixAPI

/// Builds the contents of `m.room.message` and of related events (client-server API, "Instant Messaging").
enum MessageContent {
    /// The content of a text message. Typed formatting and links to mentioned people are sent as HTML; the body
    /// stays as it is.
    ///
    /// - Parameter mentions: the Matrix IDs of the mentioned people, for "User and room mentions".
    static func text(_ text: NamedText, isEmote: Bool, mentions: [String] = []) -> JSONValue {
        var content = written(text, isEmote: isEmote)
        content["m.mentions"] = naming(mentions, isForRoom: text.isForRoom)
        return content
    }

    /// The content of a reply ("Rich replies").
    ///
    /// - Parameters:
    ///   - threadID: the root event of the thread that contains it, if there is one ("Threading").
    ///   - mentions: the mentioned people, including the sender of the original message unless that is the
    ///     account itself.
    static func reply(
        to eventID: String, threadID: String? = nil, body text: NamedText, isEmote: Bool, mentions: [String] = []
    ) -> JSONValue {
        var content = self.text(text, isEmote: isEmote, mentions: mentions)
        var relation: JSONValue = ["m.in_reply_to": ["event_id": .string(eventID)]]
        if let threadID {
            relation["rel_type"] = "m.thread"
            relation["event_id"] = .string(threadID)
            // Clients with support for threads show the original message, too.
            relation["is_falling_back"] = false
        }
        content["m.relates_to"] = relation
        return content
    }

    /// The content of an edit ("Event replacements"). Clients without support for edits show its text after a `*`.
    ///
    /// - Parameter former: the mentions before the edit, which need not notify again.
    static func edit(
        of eventID: String, body text: NamedText, isEmote: Bool, mentions: [String] = [],
        former: MessageMentions = .nobody
    ) -> JSONValue {
        let new = self.text(text, isEmote: isEmote, mentions: mentions)
        var content = new
        content["body"] = .string("* " + text.body)
        if let formatted = new["formatted_body"]?.string { content["formatted_body"] = .string("* " + formatted) }
        content["m.mentions"] = naming(
            mentions.filter { !former.userIDs.contains($0) }, isForRoom: text.isForRoom && !former.isForRoom)
        content["m.new_content"] = new
        content["m.relates_to"] = ["rel_type": "m.replace", "event_id": .string(eventID)]
        return content
    }

    /// The content of an `m.reaction` ("Event annotations and reactions").
    static func reaction(_ key: String, to eventID: String) -> JSONValue {
        ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(eventID), "key": .string(key)]]
    }

    private static func written(_ text: NamedText, isEmote: Bool) -> JSONValue {
        var content: JSONValue = ["msgtype": .string(isEmote ? "m.emote" : "m.text"), "body": .string(text.body)]
        if let html = text.html {
            content["format"] = "org.matrix.custom.html"
            content["formatted_body"] = .string(html)
        }
        return content
    }

    /// Sets the mentions even if there are none. Otherwise clients search the text for names.
    private static func naming(_ mentions: [String], isForRoom: Bool = false) -> JSONValue {
        var named: JSONValue = .emptyObject
        if !mentions.isEmpty { named["user_ids"] = .array(Set(mentions).sorted().map { .string($0) }) }
        if isForRoom { named["room"] = true }
        return named
    }
}

extension OutboxLine {
    /// Creates a line of text with its own transaction identifier, which is kept over every retry.
    ///
    /// - Parameter id: the identifier, if it was created before.
    static func message(
        _ text: NamedText, id: String? = nil, isEmote: Bool, mentions: [String] = [], chatID: String,
        thread: ThreadTarget? = nil,
        now: Int64
    ) -> OutboxLine {
        var content = MessageContent.text(text, isEmote: isEmote, mentions: mentions)
        if let thread { content["m.relates_to"] = thread.relation }
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
    package static func newID(now: Int64) -> String {
        var generator = SystemRandomNumberGenerator()
        return "confab-" + String(now, radix: 36) + "-" + String(generator.next(), radix: 36)
    }
}
