import ViewModels

/// Announces the steps of a procedure (``StepViewModel``), and handles the choices and the typed lines.
@MainActor
final class LinearSteps {
    private let voice: Announcer
    private let choices: LinearChoices
    private var model: StepViewModel?
    /// Whether the steps are the current screen.
    var isOpen = false {
        didSet {
            guard isOpen != oldValue else { return }
            (number, isBusy, errorText) = (nil, false, .empty)
            hide(false)
        }
    }
    /// Called with `true` when typed lines must no longer be echoed, and with `false` when they are echoed again.
    var hides: (Bool) -> Void = { _ in }
    /// Whether the step asks for a secret.
    private(set) var isHidden = false
    /// Called at each update while the steps are open, after a new step was read aloud.
    var wasRead: () -> Void = {}
    private var number: Int?
    private var isBusy = false
    private var errorText = DisplayText.empty

    init(_ steps: Event<StepViewModel>, voice: Announcer, choices: LinearChoices) {
        self.voice = voice
        self.choices = choices
        steps.subscribe(self) { reader, model in reader.model = model }
    }

    func present() {
        guard isOpen, let model else { return }
        if model.number != number {
            number = model.number
            hide(model.field?.isSecret == true)
            voice.announce([model.title.sentence, model.text, model.secret])
            if let field = model.field {
                voice.announce([field.label.sentence, field.hint.sentence, .words("linear.type-it")])
            } else {
                let ways = model.ways.map { way in
                    LinearChoices.Row(title: way.title, choose: .available { [weak self] in self?.announce(way) })
                }
                choices.announce(ways)
                voice.announce(ways.isEmpty ? .words("linear.back-leaves") : .words("linear.choose-or-back"))
            }
        }
        wasRead()
        if model.shouldShowBusy, !isBusy { voice.announce(model.busyText) }
        isBusy = model.shouldShowBusy
        let error = model.shouldShowError ? model.errorText : .empty
        if error != errorText, !error.isEmpty { voice.announce(error.sentence) }
        errorText = error
    }

    /// - Returns: whether the step has an input field.
    func handle(_ line: String) -> Bool {
        guard isOpen, let field = model?.field else { return false }
        let typed = line.isEmpty ? field.text : line
        if let reason = field.submit(typed) { voice.announce(reason.sentence) }
        return true
    }

    func back() { model?.back() }

    private func hide(_ isSecret: Bool) {
        guard isSecret != isHidden else { return }
        isHidden = isSecret
        hides(isSecret)
    }

    /// Reads the text that a screen would copy or open in a browser.
    private func announce(_ way: StepViewModel.Choice) {
        voice.announce([way.copied, way.opened])
        way.choose()
    }
}
