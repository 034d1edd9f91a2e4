import Conversations

/// What the disk answers about the timeline of the chat that is open. An answer for an opening that is over says nothing.
enum TimelineEvent: RoutedEvent {
    /// Nothing, where the disk could not be read.
    case answered(TimelineAnswer?, opening: Int)
    /// Where the unread begins in a chat of which nothing was known before.
    ///
    /// - end: the place of the newest message that was shown when the disk was asked.
    case beganReading(UnreadPart?, end: Int64?, opening: Int)
    /// A line of the person's own is kept.
    ///
    /// - end: the place of the newest message that was shown then.
    case wrote(newestGap: TimelineGap?, end: Int64, opening: Int)
}
