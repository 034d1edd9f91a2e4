/// Two sides compare what they see, or somebody asks to.
package struct VerificationViewModel {
    package struct Emoji: Hashable, Sendable {
        package let symbol: String
        package let name: DisplayText

        package init(symbol: String, name: DisplayText) {
            self.symbol = symbol
            self.name = name
        }
    }

    package let title: DisplayText
    /// What happens, or is to be done.
    package let text: DisplayText
    /// Which key leads on from there; empty where that needs no words.
    package let hint: DisplayText
    /// What is compared, in its order; none before it is there, or where the other side knows numbers alone.
    package let emoji: [Emoji]
    /// As in `4711 1234 9000`.
    package let numbers: DisplayText
    /// What both answers do; empty where there is no question.
    package let question: DisplayText
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    /// They are the same; or one wants to.
    package let agree: Action<Void>
    /// They are not the same; or one doesn't want to.
    package let refuse: Action<Void>
    /// Whether nothing goes on any more.
    package let isOver: Bool
    /// What Esc does, in a word.
    package let backLabel: DisplayText
    package let back: @MainActor () -> Void

    package init(
        title: DisplayText, text: DisplayText, hint: DisplayText = .empty, emoji: [Emoji], numbers: DisplayText,
        question: DisplayText,
        shouldShowBusy: Bool, busyText: DisplayText, shouldShowError: Bool, errorText: DisplayText,
        agree: Action<Void>, refuse: Action<Void>, isOver: Bool = false, backLabel: DisplayText,
        back: @escaping @MainActor () -> Void
    ) {
        self.title = title
        self.text = text
        self.hint = hint
        self.emoji = emoji
        self.numbers = numbers
        self.question = question
        self.shouldShowBusy = shouldShowBusy
        self.busyText = busyText
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.agree = agree
        self.refuse = refuse
        self.isOver = isOver
        self.backLabel = backLabel
        self.back = back
    }
}
