import Conversations
import ViewModels

extension RichText {
    /// What comes from others: formatted where HTML says how, else as it was written, with its links found.
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

    /// A line that is on its way, as it will be shown once it is back.
    init(_ line: OutboxLine) {
        self.init(body: line.text, html: line.formattedBody)
    }
}
