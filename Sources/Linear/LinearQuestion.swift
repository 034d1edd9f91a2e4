import ViewModels

/// What waits for a yes or a no before it is done.
@MainActor
final class LinearQuestion {
    private let voice: Voice
    private var confirm: (@MainActor () -> Void)?
    private var refuse: @MainActor () -> Void = {}

    init(voice: Voice) {
        self.voice = voice
    }

    var isAsked: Bool { confirm != nil }

    /// - Parameters:
    ///   - text: as on a screen, with the keys that answer it there.
    ///   - refuse: done after a no.
    func ask(
        _ text: DisplayText, _ confirm: @escaping @MainActor () -> Void,
        otherwise refuse: @escaping @MainActor () -> Void = {}
    ) {
        (self.confirm, self.refuse) = (confirm, refuse)
        voice.say(.words("linear.question", ["question": text.named.question.string]))
    }

    /// Asks where there is something to ask, or else does it.
    func ask(_ text: DisplayText, before action: Action<Void>) {
        if let reason = action.reason { return voice.say(reason) }
        guard !text.isEmpty else { return _ = action() }
        ask(text, { action() })
    }

    /// What is neither answers nothing, so that no line that was meant for a chat decides anything; it has to be typed again.
    func answer(_ line: String) {
        let word = line.lowercased()
        if Self.yes.contains(word) {
            let confirmed = confirm
            confirm = nil
            confirmed?()
        } else if Self.no.contains(word) {
            confirm = nil
            voice.say(.words("linear.not-done"))
            refuse()
        } else {
            voice.say(.words("linear.yes-or-no"))
        }
    }

    private static var yes: Set<String> { ["yes", "y", .words("linear.yes")] }
    private static var no: Set<String> { ["no", "n", .words("linear.no")] }
}
