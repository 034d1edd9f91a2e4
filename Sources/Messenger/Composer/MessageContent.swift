import Conversations
import MatrixAPI

/// Contents of `m.room.message` and of what relates to it (client-server API, "Instant Messaging").
enum MessageContent {
    /// What was typed as formatting goes along as HTML, and so do links to whom it names; the body stays as it is.
    ///
    /// - Parameter mentions: the Matrix IDs of whom the text names, for "User and room mentions".
    static func text(_ text: NamedText, isEmote: Bool, mentions: [String] = []) -> JSONValue {
        var content = written(text, isEmote: isEmote)
        content["m.mentions"] = naming(mentions, isForRoom: text.isForRoom)
        return content
    }

    /// What a line says of the thread in which it is said and answers nothing.
    static func relation(to thread: ThreadPlace) -> JSONValue {
        [
            "rel_type": "m.thread", "event_id": .string(thread.id), "is_falling_back": true,
            "m.in_reply_to": ["event_id": .string(thread.newest)],
        ]
    }

    /// An answer ("Rich replies").
    ///
    /// - Parameters:
    ///   - threadID: the event with which the thread began in which it is said, where it is in one ("Threading").
    ///   - mentions: also the sender of what it answers, unless that is oneself.
    static func reply(
        to eventID: String, threadID: String? = nil, body text: NamedText, isEmote: Bool, mentions: [String] = []
    ) -> JSONValue {
        var content = self.text(text, isEmote: isEmote, mentions: mentions)
        var relation: JSONValue = ["m.in_reply_to": ["event_id": .string(eventID)]]
        if let threadID {
            relation["rel_type"] = "m.thread"
            relation["event_id"] = .string(threadID)
            // Clients that know threads show what it answers, too.
            relation["is_falling_back"] = false
        }
        content["m.relates_to"] = relation
        return content
    }

    /// Another text for an own message ("Event replacements"); who doesn't know edits reads it after a `*`.
    ///
    /// - Parameter former: whom the message called before, who needn't be called again.
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

    /// Nobody as well: of a message that doesn't say, clients look for names in the text.
    private static func naming(_ mentions: [String], isForRoom: Bool = false) -> JSONValue {
        var named: JSONValue = .emptyObject
        if !mentions.isEmpty { named["user_ids"] = .array(Set(mentions).sorted().map { .string($0) }) }
        if isForRoom { named["room"] = true }
        return named
    }
}
