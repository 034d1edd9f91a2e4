import Conversations

/// How a message came about, for who asks.
enum StoryEvent: RoutedEvent {
    case asked(OutboxLine.Target, chatID: String)
    /// What this device has of it.
    ///
    /// - key: `nil` where it was not encrypted, or can't be read.
    case told(
        OutboxLine.Target, chatID: String, message: MessageStory?, line: LineStory?, key: StoryKey?)
    /// All wordings that the server has are on disk.
    case wordingsCame(chatID: String, eventID: String, AppliedSlice, MessageStory?)
    case failed(eventID: String, FailureReason)
}
