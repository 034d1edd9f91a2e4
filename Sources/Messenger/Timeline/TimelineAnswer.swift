import Conversations

/// What the disk has of what ``TimelineQuestion`` asks for.
enum TimelineAnswer: Sendable {
    case opened(OpenedTimeline)
    case older(MessageWindow, before: Int64)
    case newer(MessageWindow, after: Int64)
    case latest(MessageWindow)
    /// With where the unread begins.
    case caughtUp(MessageWindow, unread: UnreadPart?, findsUnread: Bool)
    case firstLook(OpenedTimeline)
    case first(MessageWindow)
    /// The messages around it; `nil` where this device doesn't have it.
    case sought(HistoryGoal, MessageWindow?, gap: TimelineGap?)
    /// All that is unread is here.
    case unreadFound(OpenedTimeline, isAsked: Bool)
    /// Some of it is missing.
    case unreadMissing(UnreadPart?, gap: TimelineGap?, isAsked: Bool)
    /// `nil` where this device doesn't have it.
    case visited(eventID: String, MessageWindow?, selects: Bool)
    case filled(MessageWindow, through: Int64?)
}
