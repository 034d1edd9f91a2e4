/// The open chat: a window of its rows, oldest first.
package struct ChatViewModel {
    /// Rises when a chat was opened or begins anew; the pane then forgets its place.
    package let chatNumber: Int
    /// Rises when a person opens a chat: whoever moved since then stays there when the chat begins anew.
    package let opening: Int
    package let title: DisplayText
    /// Behind the title where there is room: that the other person isn't in the chat yet, or its topic; may be empty.
    package let note: DisplayText
    package let rows: [ChatRowViewModel]
    /// How all times are written; with another way columns of another width do.
    package let usesTwelveHours: Bool
    /// Whether the window ends with the newest message.
    package let reachesLatest: Bool
    /// How many messages of others came after the window's end.
    package let newBelow: Int
    /// What was left unread above the window, as in `312 unread`; empty where that is nothing.
    package let unreadAbove: DisplayText
    /// Of the first unread message, where that is in the window; a line stands above it unless nothing else does.
    package let unreadRow: ChatRowID?
    /// Goes to where the unread began.
    package let goToUnread: Action<Void>
    /// Where the pane shall go.
    package let jump: ChatJump?
    /// Shown at the top while older messages come from the server.
    package let shouldShowBusy: Bool
    package let shouldShowError: Bool
    package let errorText: DisplayText
    /// What to read where there are no rows.
    package let emptyText: DisplayText
    /// Asks for rows before the first; the pane asks when it comes near it.
    package let needsOlder: Action<Void>
    /// Asks for rows after the last.
    package let needsNewer: Action<Void>
    /// Asks for the window that ends with the newest message.
    package let needsLatest: Action<Void>
    /// Asks for the window that begins with the very first message.
    package let needsFirst: Action<Void>
    /// Nobody waits any more for what was asked.
    package let stopWaiting: @MainActor () -> Void
    /// A row with ``ChatRowViewModel/Content/gap(_:)`` is on screen.
    package let gapWasShown: @MainActor (ChatRowID) -> Void
    /// What can be done with the message of a row; `nil` where the row is none.
    package let actions: @MainActor (ChatRowID) -> MessageActions?
    /// The newest message of one's own; `nil` where the window has none.
    package let lastOwnRow: ChatRowID?
    /// From where somebody went back to where they were: what else was found, or the place in a chat.
    package var goBack: Action<Void> = .unavailable(.empty)
    /// Whether that is the list of what was found.
    package var goesBackToFound = false
    /// Tells where somebody stands, before they go elsewhere and after each frame in which that is other.
    package var tellStand: @MainActor (ChatStand) -> Void = { _ in }
    /// A person went to the end of the chat, from where nothing leads back.
    package var stays: @MainActor () -> Void = {}
    /// Tells the first and the last row of others whose end is on screen, after each frame in which what is on screen changed.
    package let wasShown: @MainActor (ChatRowID, ChatRowID) -> Void
    /// A person went to the latest message on purpose.
    package let wentToLatest: @MainActor () -> Void
    /// Tells of pictures that come near the screen and aren't drawn in the room that they have, after each frame in which these are others.
    package var picturesCameNear: @MainActor ([PictureWish]) -> Void = { _ in }
    /// From the thread that is shown back to the chat; `nil` where the chat itself is.
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
