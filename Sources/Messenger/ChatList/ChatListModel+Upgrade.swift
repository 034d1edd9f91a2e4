import Conversations

extension ChatListModel {
    /// The chat that this one replaces.
    func predecessor(of chatID: String) -> Chat? {
        chats.values.first { $0.replacement?.chatID == chatID }
    }

    /// Whether it is replaced by a chat that the account is in and that names it as its predecessor. Both are
    /// checked, since anybody may claim either of them.
    func isFollowed(_ chat: Chat) -> Bool {
        guard let next = chat.replacement.flatMap({ chats[$0.chatID] }) else { return false }
        return next.membership == .joined && next.predecessorID == chat.id
    }
}
