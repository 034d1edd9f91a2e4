import Conversations

extension Chat {
    /// A placeholder for a replacement chat that was joined and that the sync has not delivered yet.
    static func following(_ old: Chat, chatID: String, now: Int64) -> Chat {
        var chat = Chat(id: chatID, membership: .joined)
        chat.givenName = old.givenName
        chat.heroes = old.heroes
        chat.lastActivity = now
        return chat
    }
}
