/// The field in which messages are written.
package struct ComposerViewModel {
    /// The text of the field, which may have many lines. The pane's own text may be newer.
    package let text: HandedText
    /// Shown in the empty field.
    package let placeholder: DisplayText
    /// The notice, as in `Not sent: you are not in this chat any more.`; may be empty.
    package let notice: DisplayText
    /// Whether ``notice`` reports a success.
    package let isNoticeOfSuccess: Bool
    /// The purpose of the line, as in `Reply to Bo: hello`; empty for a normal line.
    package let banner: DisplayText
    /// Makes it a normal line again.
    package let cancelBanner: @MainActor () -> Void
    /// The maximum size of a text in bytes of JSON.
    package let byteLimit: Int
    /// Reports the text when the field loses the focus, or half a second after the last key. Typing notifications are
    /// derived from it.
    package let edited: @MainActor (String) -> Void
    /// Sends the line. The next view model clears the field, or returns the line and gives the reason why it was not
    /// sent.
    package let send: Action<String>
    /// Runs a command that doesn't send a message, as in `/leave`, even in a chat without permission to write.
    package let runCommand: Action<String>
    /// Returns whether a text is such a command.
    package let isCommand: @MainActor (String) -> Bool
    /// Replaces the text with an own earlier line. The text is passed along, to be restored later.
    package let recall: Action<Recall>

    /// A warning that must be answered before the next line is sent, and the question for it; empty if there is none.
    package var warning: DisplayText = .empty
    package var warningQuestion: DisplayText = .empty
    package var answerWarning: Action<Void> = .unavailable(.words("trust.nothing-to-answer"))

    /// The confirmation question for a line whose effect can't be undone; `nil` if there is none.
    package var question: Question?

    /// Asked once per number.
    package struct Question {
        package let number: Int
        package let text: DisplayText
        package let confirm: @MainActor () -> Void

        package init(number: Int, text: DisplayText, confirm: @escaping @MainActor () -> Void) {
            self.number = number
            self.text = text
            self.confirm = confirm
        }
    }

    /// A step through the user's own lines.
    package enum Recall: Hashable, Sendable {
        case older(than: String)
        case newer(than: String)
    }

    package init(
        text: HandedText, placeholder: DisplayText,
        notice: DisplayText, isNoticeOfSuccess: Bool = false, banner: DisplayText = .empty,
        cancelBanner: @escaping @MainActor () -> Void = {},
        byteLimit: Int = .max, edited: @escaping @MainActor (String) -> Void, send: Action<String>,
        runCommand: Action<String> = .unavailable(.words("navigation.not-now")),
        isCommand: @escaping @MainActor (String) -> Bool = { _ in false },
        recall: Action<Recall> = .unavailable(.words("navigation.not-now"))
    ) {
        self.text = text
        self.placeholder = placeholder
        self.notice = notice
        self.isNoticeOfSuccess = isNoticeOfSuccess
        self.banner = banner
        self.cancelBanner = cancelBanner
        self.byteLimit = byteLimit
        self.edited = edited
        self.send = send
        self.runCommand = runCommand
        self.isCommand = isCommand
        self.recall = recall
    }

    /// Returns the effect of Enter on a text.
    @MainActor
    package func entering(_ text: String) -> Action<String> { isCommand(text) ? runCommand : send }
}
