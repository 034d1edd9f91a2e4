import Conversations
import ViewModels

extension Message {
    /// What it says in one line, without the marks of its formatting. It is not sanitized.
    var line: String { RichText.line(of: kind, html: formattedBody) ?? text }
}

extension QuotedMessage {
    /// What it says in one line, without the marks of its formatting. It is not sanitized.
    var line: String { RichText.line(of: kind, html: formattedBody) ?? text }
}

extension OutboxLine {
    /// What it says in one line, without the marks of its formatting. It is not sanitized.
    var line: String { RichText.line(of: kind, html: formattedBody) ?? text }
}

extension RichText {
    /// Of more only the words as they were written are shown where there is room for one line.
    private static let longestHTML = 4_000

    /// - Returns: `nil` where there is no formatting of a person's words.
    fileprivate static func line(of kind: Message.Kind, html: String?) -> String? {
        guard kind == .text || kind == .emote || kind == .notice, let html, html.utf8.count <= longestHTML,
            let text = HTMLReducer.reduced(html)
        else { return nil }
        return text.blocks.map { $0.runs.map(\.text.string).joined() }.joined(separator: " ").replacing("\n", with: " ")
    }
}
