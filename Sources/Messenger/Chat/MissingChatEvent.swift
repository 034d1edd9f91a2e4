/// Chats that the server may not have any more.
enum MissingChatEvent: RoutedEvent {
    /// A request about a chat was refused as if there were none. With `nil` all chats are compared with the server's list.
    case doubted(chatID: String?)
    /// The server doesn't have these chats any more.
    case gone(chatIDs: [String])
}
