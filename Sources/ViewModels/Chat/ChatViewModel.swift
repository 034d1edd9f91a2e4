/// The open chat: a window of its rows, oldest first.
package struct ChatViewModel {
    /// Increases when a chat is opened or reloaded; the pane then resets its scroll position.
    package let chatNumber: Int
    /// Increases when the user opens a chat. If it is unchanged on a reload, a scroll position set by the user is
    /// kept.
    package let opening: Int
    package let title: DisplayText
    /// A note behind the title if there is space: the other person has not joined yet, or the topic; may be empty.
    package let note: DisplayText
    package let rows: [ChatRowViewModel]
    /// The format of all times. The column widths depend on it.
    package let usesTwelveHours: Bool
    /// Whether the window ends with the newest message.
    package let reachesLatest: Bool
    /// The number of messages by others after the window's end.
    package let newBelow: Int
    /// The unread count above the window, as in `312 unread`; empty if there are none.
    package let unreadAbove: DisplayText
    /// The first unread message, if it is in the window. A line with *new* is above it, unless it is the first row.
    package let unreadRow: ChatRowID?
    /// Goes to the first unread message.
    package let goToUnread: Action<Void>
    /// The row for the pane to scroll to.
    package let jump: ChatJump?
    /// Whether older messages are being fetched, shown at the top.
    package let shouldShowBusy: Bool
    package let shouldShowError: Bool
    package let errorText: DisplayText
    /// The text shown if there are no rows.
    package let emptyText: DisplayText
    /// Requests rows before the first; called when the view comes near it.
    package let needsOlder: Action<Void>
    /// Requests rows after the last.
    package let needsNewer: Action<Void>
    /// Requests the window that ends with the newest message.
    package let needsLatest: Action<Void>
    /// Requests the window that begins with the very first message.
    package let needsFirst: Action<Void>
    /// Cancels waiting for a requested place.
    package let stopWaiting: @MainActor () -> Void
    /// Reports that a row with ``ChatRowViewModel/Content/gap(_:)`` is on screen.
    package let gapWasShown: @MainActor (ChatRowID) -> Void
    /// Returns the actions on the message of a row; `nil` if the row isn't a message.
    package let actions: @MainActor (ChatRowID) -> MessageActions?
    /// The newest message by the user; `nil` if the window has none.
    package let lastOwnRow: ChatRowID?
    /// Returns to the place before a jump: the search results, or a place in a chat.
    package var goBack: Action<Void> = .unavailable(.empty)
    /// Whether that place is the list of search results.
    package var goesBackToFound = false
    /// Reports the scroll position before the user leaves, and after each frame in which it has changed.
    package var reportScrollPosition: @MainActor (ScrollPosition) -> Void = { _ in }
    /// Reports that the user went to the end of the chat, so that going back is no longer possible.
    package var stays: @MainActor () -> Void = {}
    /// Reports the first and the last row that is a notice or a message by another person and whose end is on screen.
    /// It is called after each frame in which these rows changed.
    package let wasShown: @MainActor (ChatRowID, ChatRowID) -> Void
    /// Reports that the user went to the newest message deliberately.
    package let wentToLatest: @MainActor () -> Void
    /// Reports pictures near the screen that aren't loaded at the required size, after each frame in which they
    /// changed.
    package var picturesCameNear: @MainActor ([PictureRequest]) -> Void = { _ in }
    /// Returns from the open thread to the chat; `nil` if no thread is open.
    package var leaveThread: Action<Void>?

    package init(
        chatNumber: Int, opening: Int, title: DisplayText, note: DisplayText = .empty, rows: [ChatRowViewModel],
        reachesLatest: Bool,
        newBelow: Int = 0, usesTwelveHours: Bool = false, unreadAbove: DisplayText = .empty,
        unreadRow: ChatRowID? = nil,
        goToUnread: Action<Void> = .unavailable(.words("chat.nothing-was-unread-here")),
        jump: ChatJump? = nil, shouldShowBusy: Bool, shouldShowError: Bool, errorText: DisplayText,
        emptyText: DisplayText, needsOlder: Action<Void>, needsNewer: Action<Void>, needsLatest: Action<Void>,
        needsFirst: Action<Void>, stopWaiting: @escaping @MainActor () -> Void,
        gapWasShown: @escaping @MainActor (ChatRowID) -> Void,
        actions: @escaping @MainActor (ChatRowID) -> MessageActions?, lastOwnRow: ChatRowID?,
        wasShown: @escaping @MainActor (ChatRowID, ChatRowID) -> Void,
        wentToLatest: @escaping @MainActor () -> Void = {}
    ) {
        self.chatNumber = chatNumber
        self.opening = opening
        self.title = title
        self.note = note
        self.rows = rows
        self.usesTwelveHours = usesTwelveHours
        self.reachesLatest = reachesLatest
        self.newBelow = newBelow
        self.unreadAbove = unreadAbove
        self.unreadRow = unreadRow
        self.goToUnread = goToUnread
        self.jump = jump
        self.shouldShowBusy = shouldShowBusy
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.emptyText = emptyText
        self.needsOlder = needsOlder
        self.needsNewer = needsNewer
        self.needsLatest = needsLatest
        self.needsFirst = needsFirst
        self.stopWaiting = stopWaiting
        self.gapWasShown = gapWasShown
        self.actions = actions
        self.lastOwnRow = lastOwnRow
        self.wasShown = wasShown
        self.wentToLatest = wentToLatest
    }
}
