import ViewModels

/// Starts a chat with the typed person after a confirmation.
@MainActor
final class LinearNewChat {
    private let voice: Announcer
    private let question: LinearQuestion
    private var model: CreateChatViewModel?
    private var isNew = false
    /// The person that the next form is for.
    private var wanted: String?
    /// Whether the form that is open or being loaded was requested by this class.
    private(set) var isOpen = false
    private var hasAsked = false
    private var wasBusy = false
    private var errorText = DisplayText.empty

    init(_ form: Event<CreateChatViewModel>, voice: Announcer, question: LinearQuestion) {
        self.voice = voice
        self.question = question
        form.subscribe(self) { reader, model in (reader.model, reader.isNew) = (model, true) }
    }

    func begin(with person: String) {
        (wanted, isOpen, hasAsked, wasBusy, isNew, errorText) = (person, true, false, false, false, .empty)
    }

    /// Expects a form that already names the person.
    func expect() {
        (wanted, isOpen, hasAsked, wasBusy, isNew, errorText) = (nil, true, false, false, false, .empty)
    }

    /// Handles the closing of the form.
    func end() { (wanted, isOpen) = (nil, false) }

    func present() {
        guard isNew, isOpen, let model else { return }
        isNew = false
        if let person = wanted {
            wanted = nil
            model.changed(person)
            if let reason = model.add(person) { voice.announce(reason.sentence) }
            return
        }
        if model.shouldShowBusy {
            if !wasBusy { voice.announce(model.busyText) }
            return wasBusy = true
        }
        let error = model.shouldShowError ? model.errorText : model.person.isWrong ? model.person.hint : .empty
        if error != errorText { errorText = error } else if hasAsked, !wasBusy { return }
        if !error.isEmpty { voice.announce(error.sentence) }
        guard !model.members.isEmpty else { return error.isEmpty ? () : model.cancel() }
        hasAsked = true
        wasBusy = false
        let names = model.members.map(\.name.string).joined(separator: ", ")
        question.ask(.words("linear.start-chat", ["names": names]), { model.create() }, otherwise: { model.cancel() })
    }
}

/// Reads the open invitation, and handles both answers.
@MainActor
final class LinearInvitation {
    private let voice: Announcer
    private var model: InvitationViewModel?
    /// Whether the invitation is what the screen would show now.
    var isOpen = false {
        didSet { if !isOpen { told = .empty } }
    }
    /// Called once the invitation was read.
    var wasRead: () -> Void = {}
    private var told = DisplayText.empty
    private var errorText = DisplayText.empty

    init(_ invitation: Event<InvitationViewModel>, voice: Announcer) {
        self.voice = voice
        invitation.subscribe(self) { reader, model in reader.model = model }
    }

    func present() {
        guard isOpen, let model else { return }
        if model.text != told {
            told = model.text
            let lines = model.text.string.split(separator: "\n").map { DisplayText(sanitizing: String($0)) }
            if let first = lines.first { voice.announce(.words("linear.invitation", ["text": first.string])) }
            voice.announce(Array(lines.dropFirst()))
            voice.announce(.words("linear.accept-or-decline"))
            wasRead()
        }
        let error = model.shouldShowError ? model.errorText : .empty
        if error != errorText, !error.isEmpty { voice.announce(error.sentence) }
        errorText = error
    }

    func accept() { answer(\.accept) }

    func decline() { answer(\.decline) }

    private func answer(_ answer: KeyPath<InvitationViewModel, Action<Void>>) {
        guard isOpen, let model else { return voice.announce(.words("linear.no-invitation-is-open")) }
        if let reason = model[keyPath: answer]() { voice.announce(reason.sentence) }
    }
}
