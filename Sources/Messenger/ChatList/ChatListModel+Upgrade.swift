import Conversations

extension ChatListModel {
    /// The chat that was ended for this one.
    func predecessor(of chatID: String) -> Chat? {
        chats.values.first { $0.replacement?.chatID == chatID }
    }

    /// Whether it goes on in a chat that the account is in, and that says so too: anybody may claim to go on somewhere, and
    /// anybody to come from there.
    func isFollowed(_ chat: Chat) -> Bool {
        guard let next = chat.replacement.flatMap({ chats[$0.chatID] }) else { return false }
        return next.membership == .joined && next.predecessorID == chat.id
    }
}
