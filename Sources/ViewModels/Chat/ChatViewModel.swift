/// The open chat: a window of its rows, oldest first.
package struct ChatViewModel {
    /// Rises when another chat was opened; the pane then forgets its place.
    package let chatNumber: Int
    package let title: DisplayText
    package let rows: [ChatRowViewModel]
    /// Whether the window ends with the newest message.
    package let reachesLatest: Bool
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
    /// Tells the last row that is wholly on screen, after each frame in which that changed.
    package let wasShown: @MainActor (ChatRowID) -> Void

    package init(
        chatNumber: Int, title: DisplayText, rows: [ChatRowViewModel], reachesLatest: Bool, shouldShowBusy: Bool,
        shouldShowError: Bool, errorText: DisplayText, emptyText: DisplayText, needsOlder: Action<Void>,
        needsNewer: Action<Void>, needsLatest: Action<Void>, wasShown: @escaping @MainActor (ChatRowID) -> Void
    ) {
        self.chatNumber = chatNumber
        self.title = title
        self.rows = rows
        self.reachesLatest = reachesLatest
        self.shouldShowBusy = shouldShowBusy
        self.shouldShowError = shouldShowError
        self.errorText = errorText
        self.emptyText = emptyText
        self.needsOlder = needsOlder
        self.needsNewer = needsNewer
        self.needsLatest = needsLatest
        self.wasShown = wasShown
    }
}
