package import ViewModels

/// An account of a window.
@MainActor
package final class WindowAccount {
    package let userID: String
    /// The events that its own screen subscribes to.
    package let events: ScreenEvents
    /// Tells its session whether another account's chats are on screen in place of its own.
    let turn: (_ isAway: Bool) -> Void
    let rowsToGoTo: () -> [FuzzyListRowViewModel]
    private let makeSearch: () -> AccountSearch?
    /// Searches its messages for another account's screen; created on first use.
    private(set) lazy var search: AccountSearch? = makeSearch()
    /// Whether its messages are being searched for another account's screen.
    var isSearched = false
    /// The label that distinguishes it from the other accounts.
    var mark = DisplayText.empty
    /// The prefix of its row identifiers in another account's lists.
    var prefix = ""

    package init(
        userID: String, events: ScreenEvents, turn: @escaping (_ isAway: Bool) -> Void,
        rowsToGoTo: @escaping () -> [FuzzyListRowViewModel], search: @escaping () -> AccountSearch? = { nil }
    ) {
        self.userID = userID
        self.events = events
        self.turn = turn
        self.rowsToGoTo = rowsToGoTo
        makeSearch = search
    }

    /// The row of its open chat if that has unread content that is hidden while another account is in front.
    var waitingOpenRow: ChatListItemID? {
        guard let list = events.chatList.newest, let row = list.openRow else { return nil }
        let item = list.item(row)
        return item.isInvitation || !item.unreadMessageCount.isEmpty ? row : nil
    }
}
