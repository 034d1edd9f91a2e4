/// A chat to which a message may be forwarded.
package struct ForwardTarget: Sendable {
    package let chatID: String
    package let title: DisplayText
    /// Returns the reason why it can't, `nil` if it can. Called for the chosen chat only, since it takes longer than
    /// its name.
    package let reason: @Sendable () -> DisplayText?

    package init(chatID: String, title: DisplayText, reason: @escaping @Sendable () -> DisplayText?) {
        self.chatID = chatID
        self.title = title
        self.reason = reason
    }
}
