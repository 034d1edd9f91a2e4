/// Who types in the open chat; its own subscription, since it changes by itself.
package struct TypingViewModel: Equatable, Sendable {
    /// As in `Guide types…`; empty where nobody does.
    package let text: DisplayText

    package init(text: DisplayText) {
        self.text = text
    }
}
