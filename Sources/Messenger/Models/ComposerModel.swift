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

    func open(chatID: String?, draft: String) {
        self.chatID = chatID
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

    func tell(_ notice: String) { self.notice = notice }

    func askAgain(about text: String, notice: String) {
        confirmedText = text
        self.notice = notice
    }
}
