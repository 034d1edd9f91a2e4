import ViewModels

/// Reads the open invitation, and handles both answers.
@MainActor
final class LinearInvitation {
    private let voice: Voice
    private var model: InvitationViewModel?
    /// Whether a screen would show the invitation.
    var isOpen = false {
        didSet { if !isOpen { told = .empty } }
    }
    /// Called once the invitation was read.
    var wasRead: () -> Void = {}
    private var told = DisplayText.empty
    private var errorText = DisplayText.empty

    init(_ invitation: Event<InvitationViewModel>, voice: Voice) {
        self.voice = voice
        invitation.subscribe(self) { reader, model in reader.model = model }
    }

    func present() {
        guard isOpen, let model else { return }
        if model.text != told {
            told = model.text
            let lines = model.text.string.split(separator: "\n").map { DisplayText(sanitizing: String($0)) }
            if let first = lines.first { voice.say(.words("linear.invitation", ["text": first.string])) }
            voice.say(Array(lines.dropFirst()))
            voice.say(.words("linear.accept-or-decline"))
            wasRead()
        }
        let error = model.shouldShowError ? model.errorText : .empty
        if error != errorText, !error.isEmpty { voice.say(error.sentence) }
        errorText = error
    }

    func accept() { answer(\.accept) }

    func decline() { answer(\.decline) }

    private func answer(_ answer: KeyPath<InvitationViewModel, Action<Void>>) {
        guard isOpen, let model else { return voice.say(.words("linear.no-invitation-is-open")) }
        if let reason = model[keyPath: answer]() { voice.say(reason.sentence) }
    }
}
