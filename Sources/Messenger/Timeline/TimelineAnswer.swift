import Conversations

/// The answer of the disk to a ``TimelineQuestion``.
enum TimelineAnswer: Sendable {
    case opened(OpenedTimeline)
    case older(MessageWindow, before: Int64)
    case newer(MessageWindow, after: Int64)
    case latest(MessageWindow)
    /// The latest messages, with the start of the unread ones.
    case caughtUp(MessageWindow, unread: UnreadPart?, findsUnread: Bool)
    case firstLook(OpenedTimeline)
    case first(MessageWindow)
    /// The messages around the searched one; `nil` if this device doesn't have it.
    case sought(HistoryGoal, MessageWindow?, gap: TimelineGap?)
    /// All unread messages are on disk.
    case unreadFound(OpenedTimeline, isAsked: Bool)
    /// Some unread messages are missing.
    case unreadMissing(UnreadPart?, gap: TimelineGap?, isAsked: Bool)
    /// The window is `nil` if this device doesn't have the message.
    case visited(eventID: String, MessageWindow?, selects: Bool)
    case filled(MessageWindow, through: Int64?)
}
