import Conversations
import ViewModels

extension Message {
    /// The message text in one line, without formatting. It is not sanitized.
    var line: String { RichText.line(of: kind, html: formattedBody) ?? text }
}

extension QuotedMessage {
    /// The message text in one line, without formatting. It is not sanitized.
    var line: String { RichText.line(of: kind, html: formattedBody) ?? text }
}

extension OutboxLine {
    /// The message text in one line, without formatting. It is not sanitized.
    var line: String { RichText.line(of: kind, html: formattedBody) ?? text }
}

extension RichText {
    /// The maximum length of HTML that is parsed for one line. Beyond it, the plain body is used.
    private static let longestHTML = 4_000

    /// - Returns: `nil` if the message has no formatted text.
    fileprivate static func line(of kind: Message.Kind, html: String?) -> String? {
        guard kind == .text || kind == .emote || kind == .notice, let html, html.utf8.count <= longestHTML,
            let text = HTMLReducer.reduced(html)
        else { return nil }
        return text.blocks.map { $0.runs.map(\.text.string).joined() }.joined(separator: " ").replacing("\n", with: " ")
    }
}
