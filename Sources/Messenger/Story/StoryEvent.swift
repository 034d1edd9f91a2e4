import Conversations

/// Events of the page that shows a message's history.
enum StoryEvent: RoutedEvent {
    case asked(OutboxLine.Target, chatID: String)
    /// The history stored on this device.
    ///
    /// - key: `nil` if the message wasn't encrypted or can't be read.
    case told(
        OutboxLine.Target, chatID: String, message: MessageStory?, line: LineStory?, key: StoryKey?)
    /// All versions that the server has are on disk.
    case wordingsCame(chatID: String, eventID: String, AppliedSlice, MessageStory?)
    case failed(eventID: String, FailureReason)
}
