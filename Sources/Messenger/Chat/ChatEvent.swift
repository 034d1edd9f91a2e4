package import Conversations

/// What happened to chats, or is asked of them.
package enum ChatEvent: RoutedEvent {
    /// Chats came from disk: those of the first screen, or all of them.
    case loaded(
        chats: [Chat], areAll: Bool, ignoredUserIDs: Set<String>, drafts: [Draft], outbox: [OutboxLine],
        openChatID: String?, isBeforeFirstSync: Bool = false)
    /// All chats came from disk.
    case loadedAll([Chat])
    /// The signs that the person gave last came from disk, the last one first.
    case reactionsLoaded([String])
    /// Somebody wants to see a chat, or it is the first that there is.
    case opened(chatID: String, isChosen: Bool = true)
    case accepting(chatID: String)
    /// The server let one join.
    ///
    /// - from: the chat that goes on in it, where one follows it there.
    case accepted(chatID: String, from: String? = nil)
    /// Declines an invitation or leaves a chat.
    case leaving(chatID: String)
    case left(chatID: String)
    /// The server refused to let one join or leave.
    case refused(chatID: String, FailureReason)
}
