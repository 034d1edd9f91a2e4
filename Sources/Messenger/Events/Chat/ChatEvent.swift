package import Conversations

/// What happened to chats, or is asked of them.
package enum ChatEvent {
    /// Chats came from disk.
    case loaded(chats: [Chat], drafts: [Draft], outbox: [OutboxLine], openChatID: String?)
    /// Somebody wants to see a chat.
    case opened(chatID: String)
    case accepting(chatID: String)
    case accepted(chatID: String)
    /// Declines an invitation or leaves a chat.
    case leaving(chatID: String)
    case left(chatID: String)
    /// The server refused to let one join or leave.
    case refused(chatID: String, reason: String)
}
