/// A slash command typed into the filter of the chat list, which works without an open chat.
package struct ListCommandViewModel {
    /// Describes the effect of Enter, or the missing part.
    package let text: DisplayText
    package let run: Action<Void>

    package init(text: DisplayText, run: Action<Void>) {
        self.text = text
        self.run = run
    }

    /// Creates a command that can't be run now.
    package init(unavailable reason: DisplayText) {
        self.init(text: reason, run: .unavailable(reason))
    }
}
