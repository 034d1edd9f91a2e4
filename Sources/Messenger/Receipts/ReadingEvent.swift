/// What shows that somebody reads.
package enum ReadingEvent: RoutedEvent {
    /// The messages of a chat that are on screen, by their places.
    case presented([Int64], chatID: String)
    /// The terminal got or lost the focus.
    case focusChanged(Bool)
    /// Somebody is there: what was shown may count as read.
    case keyPressed
    /// Another account's chats came in the place of this one's, or this one's are on screen again.
    case turned(away: Bool)
}
