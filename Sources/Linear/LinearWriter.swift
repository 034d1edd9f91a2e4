import ViewModels

/// Sends the lines that are typed, and says what became of those that could not go.
@MainActor
final class LinearWriter {
    private let voice: Voice
    private let question: LinearQuestion
    private let chat: LinearChat
    private var model: ComposerViewModel?
    private var isNew = false
    private var notice = DisplayText.empty
    private var warning = DisplayText.empty
    private var banner = DisplayText.empty
    private var askedNumber = 0
    /// The field's ``ComposerViewModel/revision`` whose text was told.
    private var toldRevision = Int.min
    /// Whether a line was given out and its answer not seen.
    private var awaitsAnswer = false
    /// The line that was given out last, and whether the chat waits for it.
    private var written: (line: String, isAwaited: Bool) = ("", false)
    /// What was given out last and asked about or refused, as it would stand in the field of a screen.
    private var refused: String?

    init(_ composer: Event<ComposerViewModel>, voice: Voice, question: LinearQuestion, chat: LinearChat) {
        self.voice = voice
        self.question = question
        self.chat = chat
        composer.subscribe(self) { writer, model in (writer.model, writer.isNew) = (model, true) }
    }

    func present() {
        guard isNew, let model else { return }
        isNew = false
        take(model)
    }

    /// What a person types who isn't asked anything.
    func write(_ line: String) {
        guard let model else { return voice.say(.words("linear.no-chat-is-open")) }
        let isCommand = model.isCommand(line)
        notice = .empty
        awaitsAnswer = true
        (written, refused) = ((line, !isCommand), nil)
        if !isCommand { chat.typed() }
        guard let reason = model.entering(line)(line) else { return }
        awaitsAnswer = false
        refused = line
        if !isCommand { chat.untyped() }
        voice.say(isCommand ? reason.sentence : .words("linear.not-sent", ["reason": reason.sentence.string]))
    }

    /// Gives out again what was asked about or refused.
    func writeAgain() {
        if let refused { write(refused) }
    }

    /// Lets those be who they are by now, of whom a warning speaks.
    func answerWarning() {
        guard let model, !model.warning.isEmpty else { return voice.say(.words("linear.nothing-to-trust")) }
        question.ask(model.warningQuestion, before: model.answerWarning)
    }

    private func take(_ model: ComposerViewModel) {
        if model.notice != notice {
            notice = model.notice
            if !notice.isEmpty {
                // What holds unless the question is answered by yes.
                if model.question.map({ $0.number <= askedNumber }) ?? true { voice.say(notice.sentence) }
                if awaitsAnswer, !model.isNoticeOfSuccess {
                    refused = written.line
                    if written.isAwaited { chat.untyped() }
                }
            }
        }
        if model.warning != warning {
            warning = model.warning
            if !warning.isEmpty {
                voice.say(warning)
                voice.say(.words("linear.trust-command"))
            }
        }
        if model.banner != banner {
            banner = model.banner
            if !banner.isEmpty { voice.say(banner.sentence) }
        }
        tellText(of: model)
        awaitsAnswer = false
        if let asked = model.question, asked.number > askedNumber {
            askedNumber = asked.number
            question.ask(asked.text, asked.confirm)
        }
    }

    /// What was written before and not sent is repeated once: it goes when it is typed again.
    private func tellText(of model: ComposerViewModel) {
        let returned = model.returned.filter { $0.revision > toldRevision }.map(\.text)
        let text = model.replacedAt > toldRevision ? model.text : ""
        toldRevision = model.revision
        for line in [text] + returned where !line.isEmpty {
            let lines = DisplayText(sanitizingLines: line).string.split(separator: "\n")
            for part in lines { voice.say(.words("linear.unsent-text", ["text": String(part)])) }
        }
    }
}
