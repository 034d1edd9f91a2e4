import Conversations

extension Chat {
    /// A placeholder for the replacement of an upgraded room, which the account has joined but the sync has not
    /// delivered yet.
    static func following(_ old: Chat, chatID: String, now: Int64) -> Chat {
        var chat = Chat(id: chatID, membership: .joined)
        chat.givenName = old.givenName
        chat.heroes = old.heroes
        chat.lastActivity = now
        return chat
    }
}

extension ChatListModel {
    /// The chat whose tombstone names the given chat as its replacement.
    func predecessor(of chatID: String) -> Chat? {
        chats.values.first { $0.replacement?.chatID == chatID }
    }

    /// Whether a chat is replaced by one that the account is in and that names it as its predecessor. Both links are
    /// checked, since anybody can claim either of them.
    func isFollowed(_ chat: Chat) -> Bool {
        guard let next = chat.replacement.flatMap({ chats[$0.chatID] }) else { return false }
        return next.membership == .joined && next.predecessorID == chat.id
    }
}
