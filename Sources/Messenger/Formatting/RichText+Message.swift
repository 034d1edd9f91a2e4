package import Conversations
import ViewModels

extension RichText {
    /// Makes the text of a message: from its HTML if there is any, else from its plain body with links detected.
    ///
    /// - Parameter showsHidden: whether spoilers are open.
    init(body: String, html: String?, showsHidden: Bool = false) {
        if let html, let text = HTMLReducer.reduced(html, showsHidden: showsHidden) {
            self = text
        } else {
            self = RichTextWriter.plain(body)
        }
    }

    package init(_ message: Message, showsHidden: Bool = false) {
        self.init(body: message.text, html: message.formattedBody, showsHidden: showsHidden)
    }

    /// Makes the text of a line in the outbox, as it will look once it is sent.
    package init(_ line: OutboxLine) {
        self.init(body: line.text, html: line.formattedBody)
    }
}

extension Message {
    /// The message text in one line, without formatting. It is not sanitized.
    package var line: String { RichText.line(of: kind, html: formattedBody) ?? text }
}

extension QuotedMessage {
    /// The message text in one line, without formatting. It is not sanitized.
    package var line: String { RichText.line(of: kind, html: formattedBody) ?? text }
}

extension OutboxLine {
    /// The message text in one line, without formatting. It is not sanitized.
    package var line: String { RichText.line(of: kind, html: formattedBody) ?? text }
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
