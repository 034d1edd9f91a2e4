/// Where a line is written.
package struct ComposerViewModel {
    /// What the field holds when ``replacedAt`` is newer than the pane's own text. May have many lines.
    package let text: String
    /// Rises when the text was changed by anything but the pane: another chat, a command taken back.
    package let revision: Int
    /// The ``revision`` that brought a whole text; those after it added ``returned`` lines.
    package let replacedAt: Int
    /// What goes above the pane's own text, which may be newer than what it told.
    package let returned: [ReturnedLine]
    /// Shown in the empty field.
    package let placeholder: DisplayText
    /// As in `Not sent: a line with nothing in it`; empty where there is nothing to say.
    package let notice: DisplayText
    /// Whether ``notice`` says that all went well.
    package let isNoticeOfSuccess: Bool
    /// What the line is for, as in `Reply to Bo: hello`; empty for a line like any other.
    package let banner: DisplayText
    /// Makes it a line like any other.
    package let cancelBanner: @MainActor () -> Void
    /// How many bytes of JSON a text may have.
    package let byteLimit: Int
    /// The text as it stands, on leaving the field or half a second after the last key; typing notices come from it as well.
    package let edited: @MainActor (String) -> Void
    /// Accepts the line; the next view model brings the empty field, or says why not.
    package let send: Action<String>
    /// Does what a command that sends no message asks for, as `/leave`, wherever one may write or not.
    package let runCommand: Action<String>
    /// Whether a text is such a command.
    package let isCommand: @MainActor (String) -> Bool
    /// Brings an own line in place of the text, which is given along to come back later.
    package let recall: Action<Recall>

    /// What has to be answered before the next line goes, and what is asked then; empty where nothing has to be.
    package var warning: DisplayText = .empty
    package var warningQuestion: DisplayText = .empty
    package var answerWarning: Action<Void> = .unavailable(.words("trust.nothing-to-answer"))

    /// What is asked before the line does what can't be undone.
    package var question: Question?

    /// Asked once for each number.
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

    /// A step through the own lines.
    package enum Recall: Hashable, Sendable {
        case older(than: String)
        case newer(than: String)
    }

    package init(
        text: String, revision: Int, replacedAt: Int? = nil, returned: [ReturnedLine] = [], placeholder: DisplayText,
        notice: DisplayText, isNoticeOfSuccess: Bool = false, banner: DisplayText = .empty,
        cancelBanner: @escaping @MainActor () -> Void = {},
        byteLimit: Int = .max, edited: @escaping @MainActor (String) -> Void, send: Action<String>,
        runCommand: Action<String> = .unavailable(.words("navigation.not-now")),
        isCommand: @escaping @MainActor (String) -> Bool = { _ in false },
        recall: Action<Recall> = .unavailable(.words("navigation.not-now"))
    ) {
        self.text = text
        self.revision = revision
        self.replacedAt = replacedAt ?? revision
        self.returned = returned
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

    /// What Enter does with a text.
    @MainActor
    package func entering(_ text: String) -> Action<String> { isCommand(text) ? runCommand : send }
}
