package import Conversations

/// How a message came about, for who asks.
package enum StoryEvent: RoutedEvent {
    case asked(OutboxLine.Target, chatID: String)
    /// What this device has of it.
    case told(OutboxLine.Target, chatID: String, message: MessageStory?, line: LineStory?)
    /// All wordings that the server has are on disk.
    case wordingsCame(chatID: String, eventID: String, AppliedSlice, MessageStory?)
    case failed(eventID: String, FailureReason)
}
