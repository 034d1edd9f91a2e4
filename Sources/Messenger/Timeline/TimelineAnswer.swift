import Conversations

/// A part of a timeline that was asked for.
enum TimelineAnswer: Sendable {
    /// The page before a place.
    case older(MessageWindow, before: Int64)
    /// The page after a place.
    case newer(MessageWindow, after: Int64)
    case latest(MessageWindow)
    /// The latest messages, after which some are missing, and where the unread begins, where that is to be found anew.
    case caughtUp(MessageWindow, unread: UnreadPart?, findsUnread: Bool)
    /// What the program shows as if it was started now.
    case firstLook(StoredTimeline, unreadAtServer: Int)
    /// The oldest that this device has.
    case first(MessageWindow)
    /// What is looked for: the messages around it, or else the gap in which it may lie.
    case sought(TimelineModel.Sought, MessageWindow?, gap: TimelineGap?)
    /// The messages around one that somebody goes to.
    case visited(eventID: String, MessageWindow?, selects: Bool)
    /// The window up to a place, with what came into a gap.
    case filled(MessageWindow, through: Int64?)
}
