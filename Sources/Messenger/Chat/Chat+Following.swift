import Conversations

extension Chat {
    /// A chat that was joined since another one goes on in it, and that the sync has not brought yet.
    static func following(_ old: Chat, chatID: String, now: Int64) -> Chat {
        var chat = Chat(id: chatID, membership: .joined)
        chat.givenName = old.givenName
        chat.heroes = old.heroes
        chat.lastActivity = now
        return chat
    }
}
