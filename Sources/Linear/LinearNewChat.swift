import ViewModels

/// Starts a chat with the typed person after a confirmation.
@MainActor
final class LinearNewChat {
    private let voice: Voice
    private let question: LinearQuestion
    private var model: CreateChatViewModel?
    private var isNew = false
    /// The person that the next form is for.
    private var wanted: String?
    /// Whether the loading or open form was requested here.
    private(set) var isOpen = false
    private var hasAsked = false
    private var wasBusy = false
    private var errorText = DisplayText.empty

    init(_ form: Event<CreateChatViewModel>, voice: Voice, question: LinearQuestion) {
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

    /// Handles that the form was closed.
    func end() { (wanted, isOpen) = (nil, false) }

    func present() {
        guard isNew, isOpen, let model else { return }
        isNew = false
        if let person = wanted {
            wanted = nil
            model.changed(person)
            if let reason = model.add(person) { voice.say(reason.sentence) }
            return
        }
        if model.shouldShowBusy {
            if !wasBusy { voice.say(model.busyText) }
            return wasBusy = true
        }
        let error = model.shouldShowError ? model.errorText : model.person.isWrong ? model.person.hint : .empty
        if error != errorText { errorText = error } else if hasAsked, !wasBusy { return }
        if !error.isEmpty { voice.say(error.sentence) }
        guard !model.members.isEmpty else { return error.isEmpty ? () : model.cancel() }
        hasAsked = true
        wasBusy = false
        let names = model.members.map(\.name.string).joined(separator: ", ")
        question.ask(.words("linear.start-chat", ["names": names]), { model.create() }, otherwise: { model.cancel() })
    }
}
