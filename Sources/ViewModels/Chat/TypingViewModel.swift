/// The typing notification of the open chat. It has its own subscription, because it changes independently.
package struct TypingViewModel: Equatable, Sendable {
    /// The notification, as in `Guide types…`; may be empty.
    package let text: DisplayText

    package init(text: DisplayText) {
        self.text = text
    }
}
