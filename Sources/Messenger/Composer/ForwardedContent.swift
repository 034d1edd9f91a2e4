import Conversations
import Engine
package import MatrixAPI

/// The content of a forwarded message. Replies, threads and mentions of the original are removed.
package struct ForwardedContent: Sendable {
    let content: JSONValue
    /// The kind under which the message is shown while it is being sent, and its text.
    let kind: Message.Kind
    let body: String

    /// The message types that can be forwarded. A notice of a bot is forwarded as normal text.
    private static let types: Set<String> = [
        "m.text", "m.emote", "m.notice", "m.image", "m.video", "m.audio", "m.file", "m.location",
    ]

    /// - Parameter event: the message, or the edit with its latest text, as received.
    /// - Returns: `nil` if the type is unknown, so that Confab can't tell what it would send.
    package init?(event: JSONValue) {
        guard event["type"]?.string == "m.room.message", let content = event["content"] else { return nil }
        self.init(content: content)
    }

    /// - Parameter source: the event as JSON.
    init?(source: String) {
        guard let event = try? JSONValue(parsing: source) else { return nil }
        self.init(event: event)
    }

    /// - Parameter whole: the content of a message or an edit.
    init?(content whole: JSONValue) {
        let relation = whole["m.relates_to"]
        let isEdit = relation?["rel_type"]?.string == "m.replace"
        guard var content = isEdit ? whole["m.new_content"] : whole, let type = content["msgtype"]?.string,
            Self.types.contains(type), let said = content["body"]?.string
        else { return nil }
        for key in ["m.relates_to", "m.new_content"] { content[key] = nil }
        // The mentions were meant for the original chat.
        content["m.mentions"] = .emptyObject
        if relation?["m.in_reply_to"] != nil { Self.stripQuotation(said, from: &content) }
        if type == "m.notice" { content["msgtype"] = "m.text" }
        self.content = content
        (kind, body) = MessageDecoder.messageContent(content)
    }

    /// - Parameter stored: the content of an outbox line.
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
