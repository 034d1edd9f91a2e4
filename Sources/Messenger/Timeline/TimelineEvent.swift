import Conversations

/// Answers of the disk about the open chat's timeline. An answer for an earlier opening is ignored.
enum TimelineEvent: RoutedEvent {
    /// The answer is `nil` if the disk couldn't be read.
    case answered(TimelineAnswer?, opening: Int)
    /// The start of the unread messages, in a chat whose read position wasn't known before.
    ///
    /// - end: the position of the newest message shown when the disk was asked.
    case beganReading(UnreadPart?, end: Int64?, opening: Int)
    /// An own message was stored in the outbox.
    ///
    /// - end: the position of the newest message shown at that time.
    case wrote(newestGap: TimelineGap?, end: Int64, opening: Int)
}
