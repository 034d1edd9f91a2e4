/// A chat to which a message can be forwarded, or the reason why it can't.
package struct ForwardTarget: Hashable, Sendable {
    package let chatID: String
    package let title: DisplayText
    /// `nil` where it can go there.
    package let reason: DisplayText?

    package init(chatID: String, title: DisplayText, reason: DisplayText? = nil) {
        self.chatID = chatID
        self.title = title
        self.reason = reason
    }
}
