package import Conversations

/// How a message came about, for who asks.
package enum StoryEvent: RoutedEvent {
    case asked(OutboxLine.Target)
    /// All wordings that the server has are on disk.
    case wordingsCame(chatID: String, eventID: String, AppliedSlice)
    case failed(eventID: String, FailureReason)
}
