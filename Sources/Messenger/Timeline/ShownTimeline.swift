import Conversations
import ViewModels

/// All that the screen shows of the open chat's timeline, but the place to which the user goes.
struct ShownTimeline: Equatable {
    /// A chat, or a thread of it.
    struct Place: Equatable {
        let chatID: String
        /// The root event of the thread; `nil` for the whole chat.
        let threadID: String?
        /// The root message of the thread, if this device has it.
        var root: Message?
    }

    /// `nil` if no chat is open.
    var place: Place?
    /// Increases each time a chat is opened, also if the same chat is opened again as read from disk.
    var number = 0
    /// Increases with each chat that the user opens or leaves.
    var opening = 0
    var window = MessageWindow.empty
    var people = TimelinePeople()
    var marker = UnreadMarker()
    var loading = HistoryLoading()
    /// The messages with opened spoilers, by event.
    var opened: Set<String> = []

    /// The unread messages on this device that the user skipped.
    var skippedUnread: UnreadPart? { marker.skipped(above: window) }

    /// Whether the first unread message isn't loaded yet, and the server may have it.
    var lacksUnread: Bool {
        guard let place, place.threadID == nil else { return false }
        return marker.unread.map { !$0.isWhole } ?? (marker.unreadAtServer > 0)
    }
}
