import Conversations

/// A request to the disk for a part of the open chat's timeline.
enum TimelineQuestion: Sendable {
    /// The contents of a chat that is being opened. It has no rows until the answer.
    case opened
    /// The page before a position.
    case older(before: Int64)
    /// The page after a position.
    case newer(after: Int64)
    /// The latest messages, because the user goes there.
    case latest
    /// The latest messages, because new ones don't directly follow the window.
    ///
    /// - findsUnread: whether the start of the unread messages is found again.
    case caughtUp(findsUnread: Bool)
    /// The contents of the chat as after a start of the program.
    case firstLook
    /// The oldest messages on this device.
    case first
    /// The searched message, or else the newest gap at or before the position that it precedes.
    case sought(eventID: String, before: Int64)
    /// The first unread message, or else the newest gap.
    ///
    /// - isAsked: whether the user wants to go there.
    case unread(isAsked: Bool)
    /// The messages around the one that the user goes to.
    case visited(eventID: String, selects: Bool)
    /// The window up to its newest message, with filled gaps; the latest messages for an empty window.
    ///
    /// - limit: the most messages it may have.
    case filled(through: Int64?, limit: Int)

    /// Whether the answer ends with the newest message, so that new messages directly follow it.
    var findsEnd: Bool {
        switch self {
        case .opened, .latest, .caughtUp, .firstLook, .filled(through: nil, limit: _): true
        case .older, .newer, .first, .sought, .unread, .visited, .filled: false
        }
    }
}
