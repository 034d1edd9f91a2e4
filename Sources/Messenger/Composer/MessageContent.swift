import MatrixAPI

/// Contents of `m.room.message` and of what relates to it (client-server API, "Instant Messaging").
enum MessageContent {
    /// What was typed as formatting goes along as HTML; the body stays as it was typed.
    ///
    /// - Parameter mentions: the Matrix IDs of whom the text names, for "User and room mentions".
    static func text(_ body: String, isEmote: Bool, mentions: [String] = []) -> JSONValue {
        var content = written(body, isEmote: isEmote)
        content["m.mentions"] = naming(mentions)
        return content
    }

    /// An answer ("Rich replies").
    ///
    /// - Parameter mentions: also the sender of what it answers, unless that is oneself.
    static func reply(to eventID: String, body: String, isEmote: Bool, mentions: [String] = []) -> JSONValue {
        var content = text(body, isEmote: isEmote, mentions: mentions)
        content["m.relates_to"] = ["m.in_reply_to": ["event_id": .string(eventID)]]
        return content
    }

    /// Another text for an own message ("Event replacements"); who doesn't know edits reads it after a `*`.
    ///
    /// - Parameter formerMentions: whom the message named before, who needn't be called again.
    static func edit(
        of eventID: String, body: String, isEmote: Bool, mentions: [String] = [], formerMentions: Set<String> = []
    ) -> JSONValue {
        let new = text(body, isEmote: isEmote, mentions: mentions)
        var content = new
        content["body"] = .string("* " + body)
        if let formatted = new["formatted_body"]?.string { content["formatted_body"] = .string("* " + formatted) }
        // Without a word on it, clients would look for names in the text, and call people for an edit once more.
        content["m.mentions"] = naming(mentions.filter { !formerMentions.contains($0) }) ?? .emptyObject
        content["m.new_content"] = new
        content["m.relates_to"] = ["rel_type": "m.replace", "event_id": .string(eventID)]
        return content
    }

    /// The content of an `m.reaction` ("Event annotations and reactions").
    static func reaction(_ key: String, to eventID: String) -> JSONValue {
        ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(eventID), "key": .string(key)]]
    }

    private static func written(_ body: String, isEmote: Bool) -> JSONValue {
        var content: JSONValue = ["msgtype": .string(isEmote ? "m.emote" : "m.text"), "body": .string(body)]
        if let html = Markdown.html(body) {
            content["format"] = "org.matrix.custom.html"
            content["formatted_body"] = .string(html)
        }
        return content
    }

    private static func naming(_ mentions: [String]) -> JSONValue? {
        guard !mentions.isEmpty else { return nil }
        return ["user_ids": .array(Set(mentions).sorted().map { .string($0) })]
    }
}
