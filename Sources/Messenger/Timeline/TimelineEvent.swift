import Conversations

/// What the disk answered about the timeline of the chat that is open.
enum TimelineEvent: RoutedEvent {
    /// Nothing, where the disk could not be read. An answer about a chat that was left meanwhile says nothing any more.
    case answered(TimelineAnswer?, chatID: String)
}
