import ViewModels

/// What waits for a yes or a no before it is done.
@MainActor
final class LinearQuestion {
    /// What is typed for an answer.
    struct Words {
        let yes: Set<String>
        let no: Set<String>
        /// Said where something else was typed.
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

    private let voice: Voice
    private var words = Words.yesOrNo
    private var number = 0
    /// Whether a no does something that is told by itself.
    private var refusalIsDone = false
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
        begin(.yesOrNo, confirm, refuse)
        voice.say(.words("linear.question", ["question": text.named.question.string]))
    }

    /// Asks what is answered in other words.
    ///
    /// - Parameter text: with the words that answer it.
    /// - Returns: by what ``drop(_:)`` knows it.
    func ask(
        _ text: DisplayText, words: Words, _ confirm: @escaping @MainActor () -> Void,
        otherwise refuse: @escaping @MainActor () -> Void
    ) -> Int {
        begin(words, confirm, refuse)
        refusalIsDone = true
        voice.say(text)
        return number
    }

    /// Nothing hangs on the answer any more.
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

    /// Asks where there is something to ask, or else does it.
    func ask(_ text: DisplayText, before action: Action<Void>) {
        if let reason = action.reason { return voice.say(reason) }
        guard !text.isEmpty else { return _ = action() }
        ask(text, { action() })
    }

    /// What is neither answers nothing, so that no line that was meant for a chat decides anything; it has to be typed again.
    func answer(_ line: String) {
        let word = line.lowercased()
        if words.yes.contains(word) {
            let confirmed = confirm
            confirm = nil
            confirmed?()
        } else if words.no.contains(word) {
            confirm = nil
            if !refusalIsDone { voice.say(.words("linear.not-done")) }
            refuse()
        } else {
            voice.say(words.hint)
        }
    }
}
