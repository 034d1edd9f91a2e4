import Conversations
import MatrixAPI

/// What of a message goes to another chat: all that it says and shows, and nothing of where it stood and whom it called.
struct ForwardedContent: Sendable {
    let content: JSONValue
    /// What it is shown as while it is on its way, and the words of that.
    let kind: Message.Kind
    let body: String

    /// What a person sends; what a program says of itself is said by a person from then on.
    private static let types: Set<String> = [
        "m.text", "m.emote", "m.notice", "m.image", "m.video", "m.audio", "m.file", "m.location",
    ]

    /// - Parameter event: a message or the edit whose words it has, as it came.
    /// - Returns: `nil` where Confab doesn't know what it is, and can't tell what it would send.
    init?(event: JSONValue) {
        guard event["type"]?.string == "m.room.message", let content = event["content"] else { return nil }
        self.init(content: content)
    }

    /// - Parameter source: the same as JSON.
    init?(source: String) {
        guard let event = try? JSONValue(parsing: source) else { return nil }
        self.init(event: event)
    }

    /// - Parameter whole: the content of a message or of an edit.
    init?(content whole: JSONValue) {
        let relation = whole["m.relates_to"]
        let isEdit = relation?["rel_type"]?.string == "m.replace"
        guard var content = isEdit ? whole["m.new_content"] : whole, let type = content["msgtype"]?.string,
            Self.types.contains(type), let said = content["body"]?.string
        else { return nil }
        for key in ["m.relates_to", "m.new_content"] { content[key] = nil }
        // Whom it called it called where it was said.
        content["m.mentions"] = .emptyObject
        if relation?["m.in_reply_to"] != nil { Self.stripQuotation(said, from: &content) }
        if type == "m.notice" { content["msgtype"] = "m.text" }
        self.content = content
        (kind, body) = MessageDecoder.messageContent(content)
    }

    /// - Parameter stored: the content of a line of the outbox.
    init?(stored: String) {
        guard let content = try? JSONValue(parsing: stored) else { return nil }
        self.init(content: content)
    }

    private static func stripQuotation(_ body: String, from content: inout JSONValue) {
        content["body"] = .string(ReplyFallback.strip(body: body))
        guard let html = content["formatted_body"]?.string else { return }
        content["formatted_body"] = .string(ReplyFallback.strip(html: html))
    }
}

extension OutboxLine {
    static func forwarded(_ forwarded: ForwardedContent, chatID: String, now: Int64) -> OutboxLine {
        OutboxLine(
            id: newID(now: now), chatID: chatID, type: "m.room.message", kind: forwarded.kind, body: forwarded.body,
            formattedBody: MessageDecoder.formattedBody(of: forwarded.content),
            content: forwarded.content.serializedText, acceptedAt: now, state: .queued)
    }
}
