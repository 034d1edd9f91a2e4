import Conversations

/// A part of the open chat's timeline that the disk is asked for.
enum TimelineQuestion: Sendable {
    /// What a chat shows when a person opens it, which has no rows until that is answered.
    case opened
    /// The page before a place.
    case older(before: Int64)
    /// The page after a place.
    case newer(after: Int64)
    /// The latest, where a person goes.
    case latest
    /// The latest, where what came doesn't go on where the window ends.
    ///
    /// - findsUnread: whether the unread begins anew.
    case caughtUp(findsUnread: Bool)
    /// What the program shows as if it was started now.
    case firstLook
    /// The oldest that this device has.
    case first
    /// A message that is looked for, or else the newest gap that is not after the place before which it lies.
    case sought(eventID: String, before: Int64)
    /// Where the unread begins, or else the newest gap.
    ///
    /// - isAsked: whether a person wants to go there.
    case unread(isAsked: Bool)
    /// The messages around one that a person goes to.
    case visited(eventID: String, selects: Bool)
    /// What is in the window up to its newest message, with what came into its gaps; the latest for a window without messages.
    ///
    /// - limit: how many messages it may have.
    case filled(through: Int64?, limit: Int)

    /// Whether the answer ends with the newest message, so that what comes meanwhile goes on after it.
    var findsEnd: Bool {
        switch self {
        case .opened, .latest, .caughtUp, .firstLook, .filled(through: nil, limit: _): true
        case .older, .newer, .first, .sought, .unread, .visited, .filled: false
        }
    }
}
