import ViewModels

/// Reads the emoji or numbers to compare, and asks whether they match. Returns to the previous screen once the
/// verification is over.
@MainActor
final class LinearVerification {
    private let voice: Announcer
    private let question: LinearQuestion
    private var model: VerificationViewModel?
    private var isNew = false
    /// Whether the verification is the current screen.
    var isOpen = false {
        didSet {
            guard isOpen != oldValue else { return }
            (told, isNew) = (Announced(), isOpen)
            dropQuestion()
        }
    }
    private var told = Announced()
    /// The open question, and the number by which it is dropped.
    private var asked: (text: DisplayText, number: Int)?
    /// Called after each change of the verification was read aloud.
    var wasRead: () -> Void = {}

    private struct Announced {
        var title = DisplayText.empty
        var text = DisplayText.empty
        var busyText = DisplayText.empty
        var errorText = DisplayText.empty
    }

    init(_ verification: Event<VerificationViewModel>, voice: Announcer, question: LinearQuestion) {
        self.voice = voice
        self.question = question
        verification.subscribe(self) { reader, model in (reader.model, reader.isNew) = (model, true) }
    }

    func present() {
        guard isOpen, isNew, let model else { return }
        if model.question != asked?.text { dropQuestion() }
        // An earlier question is answered first.
        guard model.question.isEmpty || asked != nil || !question.isAsked else { return }
        isNew = false
        announce(model.title, as: \.title)
        announce(model.text, as: \.text)
        if model.shouldShowBusy { announce(model.busyText, as: \.busyText) }
        if model.shouldShowError { announce(model.errorText, as: \.errorText) }
        if !model.question.isEmpty, asked == nil { ask(model) }
        wasRead()
        if model.isOver { model.back() }
    }

    func back() {
        dropQuestion()
        model?.back()
    }

    private func announce(_ text: DisplayText, as place: WritableKeyPath<Announced, DisplayText>) {
        guard text != told[keyPath: place] else { return }
        told[keyPath: place] = text
        if !text.isEmpty { voice.announce(text.sentence) }
    }

    private func ask(_ model: VerificationViewModel) {
        for (place, emoji) in model.emoji.enumerated() {
            voice.announce(.words("linear.emoji", ["number": "\(place + 1)", "name": emoji.name.string]))
        }
        if !model.numbers.isEmpty {
            voice.announce(.words("linear.compare-numbers", ["numbers": model.numbers.string]))
        }
        let isComparing = !model.emoji.isEmpty || !model.numbers.isEmpty
        // The answer isn't yes or no: a user who says yes to everything hasn't compared anything.
        let words = isComparing ? LinearQuestion.Words.ofComparing : .yesOrNo
        let number = question.ask(
            isComparing ? .words("linear.same-or-different") : .words("linear.go-on-or-decline"), words: words,
            { [weak self] in self?.answer(\.agree) }, otherwise: { [weak self] in self?.answer(\.refuse) })
        asked = (model.question, number)
    }

    private func answer(_ answer: KeyPath<VerificationViewModel, Action<Void>>) {
        guard let model else { return }
        if let reason = model[keyPath: answer]() { voice.announce(reason.sentence) }
    }

    private func dropQuestion() {
        if let asked { question.drop(asked.number) }
        asked = nil
    }
}
