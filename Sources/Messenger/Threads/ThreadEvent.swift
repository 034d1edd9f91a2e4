package import Conversations

/// Events of threads (client-server API, "Threading"). A thread is identified by its first event.
package enum ThreadEvent: RoutedEvent {
    /// The user opens a thread, or starts one.
    case opened(threadID: String, chatID: String)
    /// The user returns to the chat, at a message; without one, at the first message of the thread.
    case left(chatID: String, goingTo: String? = nil)
    /// The thread was read up to a message of another person.
    case read(PlacedMessage, threadID: String, chatID: String)
    /// The read position was stored on disk.
    case wasRead(chatID: String, AppliedSlice)
    /// New messages arrived in threads of a chat.
    case arrived(chatID: String)
    /// The threads were read from disk: those of one chat, or of all chats if `chatID` is `nil`.
    case found(KnownThreads, chatID: String?)
    /// The user opens the list of a chat's threads.
    case listing(chatID: String)
    /// The list of threads was read from disk, sorted by the newest reply first.
    case listed([ChatThread], chatID: String)
}
