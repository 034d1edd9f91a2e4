import ViewModels

/// Reads the steps of a guided screen, and handles choices and typed lines.
@MainActor
final class LinearSteps {
    private let voice: Voice
    private let choices: LinearChoices
    private var model: StepViewModel?
    /// Whether a screen would show the steps.
    var isOpen = false {
        didSet {
            guard isOpen != oldValue else { return }
            (number, isBusy, errorText) = (nil, false, .empty)
            hide(false)
        }
    }
    /// Called with whether the next line must not be echoed.
    var hides: (Bool) -> Void = { _ in }
    /// Whether the step asks for a secret.
    private(set) var isHidden = false
    /// Called once a step was read.
    var wasRead: () -> Void = {}
    private var number: Int?
    private var isBusy = false
    private var errorText = DisplayText.empty

    init(_ steps: Event<StepViewModel>, voice: Voice, choices: LinearChoices) {
        self.voice = voice
        self.choices = choices
        steps.subscribe(self) { reader, model in reader.model = model }
    }

    func present() {
        guard isOpen, let model else { return }
        if model.number != number {
            number = model.number
            hide(model.field?.isSecret == true)
            voice.say([model.title.sentence, model.text, model.secret])
            if let field = model.field {
                voice.say([field.label.sentence, field.hint.sentence, .words("linear.type-it")])
            } else {
                let ways = model.ways.map { way in
                    LinearChoices.Row(title: way.title, choose: .available { [weak self] in self?.take(way) })
                }
                choices.say(ways)
                voice.say(ways.isEmpty ? .words("linear.back-leaves") : .words("linear.choose-or-back"))
            }
        }
        wasRead()
        if model.shouldShowBusy, !isBusy { voice.say(model.busyText) }
        isBusy = model.shouldShowBusy
        let error = model.shouldShowError ? model.errorText : .empty
        if error != errorText, !error.isEmpty { voice.say(error.sentence) }
        errorText = error
    }

    /// - Returns: whether the step has an input field.
    func take(_ line: String) -> Bool {
        guard isOpen, let field = model?.field else { return false }
        let typed = line.isEmpty ? field.text : line
        if let reason = field.submit(typed) { voice.say(reason.sentence) }
        return true
    }

    func back() { model?.back() }

    private func hide(_ isSecret: Bool) {
        guard isSecret != isHidden else { return }
        isHidden = isSecret
        hides(isSecret)
    }

    /// Reads the text that a screen would copy or open in a browser.
    private func take(_ way: StepViewModel.Way) {
        voice.say([way.copied, way.opened])
        way.choose()
    }
}
