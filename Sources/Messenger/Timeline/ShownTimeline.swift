package import Conversations

/// All that the screen shows of the open chat's timeline, but the place to which the user goes.
package struct ShownTimeline: Equatable {
    /// A chat, or a thread of it.
    package struct Place: Equatable {
        let chatID: String
        /// The root event of the thread; `nil` for the whole chat.
        package let threadID: String?
        /// The root message of the thread, if this device has it.
        package var root: Message?
    }

    /// `nil` if no chat is open.
    package var place: Place?
    /// Increases each time a chat is opened, also if the same chat is opened again as read from disk.
    package var number = 0
    /// Increases with each chat that the user opens or leaves.
    package var opening = 0
    package var window = MessageWindow.empty
    package var people = TimelinePeople()
    package var marker = UnreadMarker()
    package var loading = HistoryLoading()
    /// The messages with opened spoilers, by event.
    package var opened: Set<String> = []

    /// The unread messages on this device that the user skipped.
    package var skippedUnread: UnreadPart? { marker.skipped(above: window) }

    /// Whether the first unread message isn't loaded yet, and the server may have it.
    package var lacksUnread: Bool {
        guard let place, place.threadID == nil else { return false }
        return marker.unread.map { !$0.isWhole } ?? (marker.unreadAtServer > 0)
    }
}
