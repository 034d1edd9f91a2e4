package import Conversations

/// What happens in threads of chats, or is asked of them (client-server API, "Threading"). A thread is named by the event with
/// which it began.
package enum ThreadEvent: RoutedEvent {
    /// Somebody wants to see a thread, or to begin one.
    case opened(threadID: String, chatID: String)
    /// Back to the chat, and there to a message; to the one with which the thread began where none is named.
    case left(chatID: String, goingTo: String? = nil)
    /// All up to a message of others was on screen while somebody looked.
    case read(PlacedMessage, threadID: String, chatID: String)
    /// That is on disk.
    case wasRead(chatID: String, AppliedSlice)
    /// Something was said in threads of a chat.
    case arrived(chatID: String)
    /// What the disk knows of threads: of those of one chat, or of all where none is named.
    case found(KnownThreads, chatID: String?)
    /// Somebody wants to see the threads of a chat.
    case listing(chatID: String)
    /// The threads of a chat, as the disk has them, the newest answers first.
    case listed([ChatThread], chatID: String)
}
