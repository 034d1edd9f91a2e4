import ViewModels

/// A question that must be confirmed or refused before an action is done.
@MainActor
final class LinearQuestion {
    /// The words accepted as an answer.
    struct Words {
        let yes: Set<String>
        let no: Set<String>
        /// The text spoken after any other input.
        let hint: DisplayText

        static var yesOrNo: Words {
            Words(
                yes: ["yes", "y", .words("linear.yes"), LinearCommand.accept.name],
                no: ["no", "n", .words("linear.no"), LinearCommand.decline.name], hint: .words("linear.yes-or-no"))
        }

        static var ofComparing: Words {
            Words(
                yes: ["same", .words("linear.same")], no: ["different", .words("linear.different")],
                hint: .words("linear.same-or-different"))
        }
    }

    private let voice: Announcer
    private var words = Words.yesOrNo
    private var number = 0
    /// Whether a refusal triggers an action that is announced separately.
    private var refusalIsDone = false
    private var confirm: (@MainActor () -> Void)?
    private var refuse: @MainActor () -> Void = {}

    init(voice: Announcer) {
        self.voice = voice
    }

    var isAsked: Bool { confirm != nil }

    /// - Parameters:
    ///   - text: the text of a screen, including the keys for its answers.
    ///   - refuse: called after a refusal.
    func ask(
        _ text: DisplayText, _ confirm: @escaping @MainActor () -> Void,
        otherwise refuse: @escaping @MainActor () -> Void = {}
    ) {
        begin(.yesOrNo, confirm, refuse)
        voice.announce(.words("linear.question", ["question": text.named.question.string]))
    }

    /// Asks a question that is answered by other words.
    ///
    /// - Parameter text: the text, including the words for its answers.
    /// - Returns: the number to pass to ``drop(_:)``.
    func ask(
        _ text: DisplayText, words: Words, _ confirm: @escaping @MainActor () -> Void,
        otherwise refuse: @escaping @MainActor () -> Void
    ) -> Int {
        begin(words, confirm, refuse)
        refusalIsDone = true
        voice.announce(text)
        return number
    }

    /// Withdraws a question that no longer matters.
    func drop(_ number: Int) {
        if number == self.number { confirm = nil }
    }

    private func begin(
        _ words: Words, _ confirm: @escaping @MainActor () -> Void, _ refuse: @escaping @MainActor () -> Void
    ) {
        number += 1
        refusalIsDone = false
        (self.words, self.confirm, self.refuse) = (words, confirm, refuse)
    }

    /// Does the action, after a question if there is one.
    func ask(_ text: DisplayText, before action: Action<Void>) {
        if let reason = action.reason { return voice.announce(reason) }
        guard !text.isEmpty else { return _ = action() }
        ask(text, { action() })
    }

    /// Handles a line as the answer. A line that is no answer is discarded and must be typed again, so that a line
    /// meant for a chat decides nothing.
    func answer(_ line: String) {
        let word = line.lowercased()
        if words.yes.contains(word) {
            let confirmed = confirm
            confirm = nil
            confirmed?()
        } else if words.no.contains(word) {
            confirm = nil
            if !refusalIsDone { voice.announce(.words("linear.not-done")) }
            refuse()
        } else {
            voice.announce(words.hint)
        }
    }
}
