package import Conversations

/// How a message came about, for who asks.
package enum StoryEvent: RoutedEvent {
    case asked(OutboxLine.Target, chatID: String)
    /// What this device has of it.
    ///
    /// - unreached: how many devices of whom could not be given the key of what this device encrypted.
    case told(
        OutboxLine.Target, chatID: String, message: MessageStory?, line: LineStory?, unreached: [String: Int])
    /// All wordings that the server has are on disk.
    case wordingsCame(chatID: String, eventID: String, AppliedSlice, MessageStory?)
    case failed(eventID: String, FailureReason)
}
