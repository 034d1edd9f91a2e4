/// A poll answer that can be chosen.
package struct PollChoice {
    /// The text, as in `Pizza`. For the user's own vote it says that choosing it again withdraws the vote.
    package let title: DisplayText
    package let choose: Action<Void>

    package init(title: DisplayText, choose: Action<Void>) {
        self.title = title
        self.choose = choose
    }
}
