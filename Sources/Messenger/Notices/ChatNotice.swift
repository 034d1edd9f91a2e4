package import ViewModels

/// A notice that stands on a desktop until its chats are read or the next of the same chat takes its place.
package struct ChatNotice: Hashable, Sendable {
    /// Those that it is about: one, or all that something arrived in where these are many.
    package let chatIDs: Set<String>
    package let title: DisplayText
    /// What was said last; empty where that isn't to be shown.
    package let text: DisplayText

    /// The same where there are several accounts.
    func of(account: DisplayText) -> ChatNotice {
        ChatNotice(
            chatIDs: chatIDs, title: .words("accounts.named", ["name": title.string, "account": account.string]),
            text: text)
    }
}
