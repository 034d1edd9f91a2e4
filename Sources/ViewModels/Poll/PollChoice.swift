/// An answer to a poll that can be chosen.
package struct PollChoice {
    /// As in `Pizza`; one's own says that choosing it again takes it back.
    package let title: DisplayText
    package let choose: Action<Void>

    package init(title: DisplayText, choose: Action<Void>) {
        self.title = title
        self.choose = choose
    }
}
