import Conversations

/// The text being written, as far as the model needs to know it; the pane owns each key press.
@MainActor
final class ComposerModel {
    private(set) var chatID: String?
    private(set) var text = ""
    /// Rises when ``text`` was changed by anything but the pane.
    private(set) var revision = 0
    /// What to tell about the text, in a person's words.
    private(set) var notice: String?
    /// An unknown command that Enter sends as text if it comes again unchanged.
    private(set) var confirmedText: String?
    private(set) var purpose = ComposerPurpose.newLine

    func open(chatID: String?, draft: String) {
        self.chatID = chatID
        purpose = .newLine
        replace(draft)
    }

    /// The pane told its text.
    func edit(_ text: String) {
        self.text = text
        if text != confirmedText {
            confirmedText = nil
            notice = nil
        }
    }

    /// Puts another text into the pane.
    func replace(_ text: String) {
        self.text = text
        revision += 1
        notice = nil
        confirmedText = nil
    }

    /// The next line answers a message; what is written stays.
    func reply(to eventID: String, sender: String, body: String) {
        endPurpose()
        purpose = .reply(eventID: eventID, sender: sender, body: body)
    }

    /// The next line replaces a message of one's own.
    func edit(_ target: OutboxLine.Target, body: String) {
        endPurpose()
        purpose = .edit(target, body: body, draft: text)
        replace(body)
    }

    /// The next line is one like any other; after an edit, what was written before it is back.
    func endPurpose() {
        if case .edit(_, _, let draft) = purpose { replace(draft) }
        purpose = .newLine
    }

    /// What is kept on disk as the draft: the text of an edit is none.
    var draft: String {
        if case .edit(_, _, let draft) = purpose { return draft }
        return text
    }

    func tell(_ notice: String) { self.notice = notice }

    func askAgain(about text: String, notice: String) {
        confirmedText = text
        self.notice = notice
    }
}
