/// A verification by comparing emoji or numbers, or a request for one.
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
    /// The current state or the next step.
    package let text: DisplayText
    /// The key that continues from there; may be empty.
    package let hint: DisplayText
    /// The emoji to compare, in order; empty before they are known, or if the other side only supports numbers.
    package let emoji: [Emoji]
    /// The numbers, as in `4711 1234 9000`.
    package let numbers: DisplayText
    /// The effects of both answers; empty if there is no question.
    package let question: DisplayText
    package let shouldShowBusy: Bool
    package let busyText: DisplayText
    package let shouldShowError: Bool
    package let errorText: DisplayText
    /// Confirms the match, or accepts the request.
    package let agree: Action<Void>
    /// Reports a mismatch, or declines the request.
    package let refuse: Action<Void>
    /// Whether the verification has ended.
    package let isOver: Bool
    /// The effect of Esc, in a word.
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
