import Conversations
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

    init(_ message: Message, showsHidden: Bool = false) {
        self.init(body: message.text, html: message.formattedBody, showsHidden: showsHidden)
    }

    /// Makes the text of a line in the outbox, as it will look once it is sent.
    init(_ line: OutboxLine) {
        self.init(body: line.text, html: line.formattedBody)
    }
}
