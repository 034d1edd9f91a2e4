package import ViewModels

/// A desktop notification that stays until its chats are read, or the next notification of the same chat replaces it.
package struct ChatNotice: Hashable, Sendable {
    /// The chats of the notification: a single chat, or all of them if there are many.
    package let chatIDs: Set<String>
    package let title: DisplayText
    /// The last message; empty if it may not be shown.
    package let text: DisplayText

    /// Returns the same notification with the account's name, for programs with several accounts.
    func of(account: DisplayText) -> ChatNotice {
        ChatNotice(
            chatIDs: chatIDs, title: .words("accounts.named", ["name": title.string, "account": account.string]),
            text: text)
    }
}
