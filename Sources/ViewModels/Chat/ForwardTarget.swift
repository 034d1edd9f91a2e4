/// A chat to which a message may be forwarded.
package struct ForwardTarget: Sendable {
    package let chatID: String
    package let title: DisplayText
    /// Why it can't, `nil` where it can. Of the one that is chosen alone, since finding it out takes longer than a name.
    package let reason: @Sendable () -> DisplayText?

    package init(chatID: String, title: DisplayText, reason: @escaping @Sendable () -> DisplayText?) {
        self.chatID = chatID
        self.title = title
        self.reason = reason
    }
}
