package import Conversations
package import Engine

/// Changes to chats and requests of the user about them.
package enum ChatEvent: RoutedEvent {
    /// Chats were loaded from disk: those of the first screen, or all of them.
    case loaded(
        chats: [Chat], areAll: Bool, ignoredUserIDs: Set<String>, drafts: [Draft], outbox: [OutboxLine],
        openChatID: String?, isBeforeFirstSync: Bool = false)
    /// All chats were loaded from disk.
    case loadedAll([Chat])
    /// The reactions that the user gave last were loaded from disk, the newest first.
    case reactionsLoaded([String])
    /// The user opens a chat, or the first chat there is opens automatically.
    case opened(chatID: String, isChosen: Bool = true)
    case accepting(chatID: String)
    /// The server accepted a join.
    ///
    /// - from: the chat that this one replaces, if the user follows it.
    case accepted(chatID: String, from: String? = nil)
    /// Declines an invitation or leaves a chat.
    case leaving(chatID: String)
    case left(chatID: String)
    /// The server refused a join or leave.
    case refused(chatID: String, FailureReason)
}
