import ViewModels

/// Sends the typed lines, and announces those that couldn't be sent.
@MainActor
final class LinearWriter {
    private let voice: Announcer
    private let question: LinearQuestion
    private let chat: LinearChat
    private var model: ComposerViewModel?
    private var isNew = false
    private var notice = DisplayText.empty
    private var warning = DisplayText.empty
    private var banner = DisplayText.empty
    private var askedNumber = 0
    /// The ``HandedText/revision`` of the last announced text.
    private var toldRevision = Int.min
    /// Whether the result for a submitted line is pending.
    private var awaitsAnswer = false
    /// The last submitted line, and whether the chat waits for its row.
    private var written: (line: String, isAwaited: Bool) = ("", false)
    /// The last line that was refused or needs a confirmation. On a screen it would still be in the field.
    private var refused: String?

    init(_ composer: Event<ComposerViewModel>, voice: Announcer, question: LinearQuestion, chat: LinearChat) {
        self.voice = voice
        self.question = question
        self.chat = chat
        composer.subscribe(self) { writer, model in (writer.model, writer.isNew) = (model, true) }
    }

    func present() {
        guard isNew, let model else { return }
        isNew = false
        apply(model)
    }

    /// Submits a line that answers no question.
    func write(_ line: String) {
        guard let model else { return voice.announce(.words("linear.no-chat-is-open")) }
        let isCommand = model.isCommand(line)
        notice = .empty
        awaitsAnswer = true
        (written, refused) = ((line, !isCommand), nil)
        if !isCommand { chat.typed() }
        guard let reason = model.entering(line)(line) else { return }
        awaitsAnswer = false
        refused = line
        if !isCommand { chat.untyped() }
        voice.announce(isCommand ? reason.sentence : .words("linear.not-sent", ["reason": reason.sentence.string]))
    }

    /// Submits the refused line again.
    func writeAgain() {
        if let refused { write(refused) }
    }

    /// Accepts the changed identities that a warning names.
    func answerWarning() {
        guard let model, !model.warning.isEmpty else { return voice.announce(.words("linear.nothing-to-trust")) }
        question.ask(model.warningQuestion, before: model.answerWarning)
    }

    private func apply(_ model: ComposerViewModel) {
        if model.notice != notice {
            notice = model.notice
            if !notice.isEmpty {
                // The notice describes the state until the question is confirmed, so only the question is spoken.
                if model.question.map({ $0.number <= askedNumber }) ?? true { voice.announce(notice.sentence) }
                if awaitsAnswer, !model.isNoticeOfSuccess {
                    refused = written.line
                    if written.isAwaited { chat.untyped() }
                }
            }
        }
        if model.warning != warning {
            warning = model.warning
            if !warning.isEmpty {
                voice.announce(warning)
                voice.announce(.words("linear.trust-command"))
            }
        }
        if model.banner != banner {
            banner = model.banner
            if !banner.isEmpty { voice.announce(banner.sentence) }
        }
        tellText(of: model)
        awaitsAnswer = false
        if let asked = model.question, asked.number > askedNumber {
            askedNumber = asked.number
            question.ask(asked.text, asked.confirm)
        }
    }

    /// Announces each unsent text once, except a refused line, which the notice is about. The user has to type the text
    /// again to send it.
    private func tellText(of model: ComposerViewModel) {
        let text = model.text
        let isReplaced = text.change(since: toldRevision) == .text
        let returned = text.returned.filter { $0.revision > toldRevision && $0.origin != .refused }.map(\.text)
        toldRevision = text.revision
        for line in [isReplaced ? text.replacement : ""] + returned where !line.isEmpty {
            let lines = DisplayText(sanitizingLines: line).string.split(separator: "\n")
            for part in lines { voice.announce(.words("linear.unsent-text", ["text": String(part)])) }
        }
    }
}
