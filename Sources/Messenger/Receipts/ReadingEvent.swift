/// Events that tell whether the user is reading.
package enum ReadingEvent: RoutedEvent {
    /// The messages of a chat that are on screen, by their positions.
    case presented([Int64], chatID: String)
    /// The terminal got or lost the focus.
    case focusChanged(Bool)
    /// A key was pressed. The user is present, so visible messages may count as read.
    case keyPressed
    /// Another account's chats replaced this account's chats on screen, or the reverse.
    case turned(away: Bool)
}
