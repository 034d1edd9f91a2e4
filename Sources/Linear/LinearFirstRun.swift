import ViewModels

/// Asks for a name if there is no account.
@MainActor
final class LinearFirstRun {
    private let voice: Voice
    private var model: FirstRunViewModel?
    private var isNew = false
    private var hasAsked = false
    /// Whether the account is being made.
    var isWaiting: Bool { isBusy || awaitsAnswer }

    private var isBusy = false
    private var awaitsAnswer = false
    private var errorText = DisplayText.empty

    init(_ question: Event<FirstRunViewModel>, voice: Voice) {
        self.voice = voice
        question.subscribe(self) { asker, model in (asker.model, asker.isNew) = (model, true) }
    }

    func present() {
        guard isNew, let model else { return }
        isNew = false
        take(model)
    }

    /// Answers with a name; an empty line accepts the suggested one.
    func answer(_ line: String) {
        guard let model else { return }
        let name = line.isEmpty ? model.suggestedName : line
        if let reason = model.start(name) { return voice.say(reason.sentence) }
        awaitsAnswer = true
    }

    func ask() {
        guard let model else { return }
        voice.say(.words("linear.your-name", ["question": model.question.string, "name": model.suggestedName]))
    }

    private func take(_ model: FirstRunViewModel) {
        awaitsAnswer = false
        if !hasAsked {
            hasAsked = true
            voice.say(.words("linear.welcome"))
            voice.say(.words("linear.log-in-instead"))
            ask()
        }
        if model.shouldShowBusy, !isBusy { voice.say(model.busyText) }
        isBusy = model.shouldShowBusy
        let error = model.shouldShowError ? model.errorText : .empty
        if error != errorText, !error.isEmpty {
            voice.say(error.sentence)
            ask()
        }
        errorText = error
    }
}
