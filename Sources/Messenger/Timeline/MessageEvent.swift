package import Conversations

/// What happened to messages.
package enum MessageEvent: RoutedEvent {
    /// A line is on disk and waits to be sent.
    case sending(OutboxLine)
    case sent(id: String, eventID: String)
    /// The timeline showed a line before the server's answer to it came.
    case echoed(id: String)
    /// A line was refused for good.
    case failedSending(id: String, reason: LineRefusal)
    /// A slice of a sync is on disk.
    case received(AppliedSlice, isFirstSync: Bool)
    /// The messages of the open chat that are on screen, by their places.
    case userReads([Int64])
    /// The terminal got or lost the focus.
    case focusChanged(Bool)
    /// Somebody is there: what was shown may count as read.
    case keyPressed
    /// Somebody types, or no longer does.
    case typing(chatID: String, userIDs: [String])
}
