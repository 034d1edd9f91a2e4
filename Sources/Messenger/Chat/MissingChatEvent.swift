/// Chats that the server may no longer have.
enum MissingChatEvent: RoutedEvent {
    /// A request about a chat failed as if the chat did not exist. With `nil`, all chats are compared with the
    /// server's list.
    case doubted(chatID: String?)
    /// The server no longer has these chats.
    case gone(chatIDs: [String])
}
