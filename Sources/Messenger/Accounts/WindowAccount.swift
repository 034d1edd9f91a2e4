package import ViewModels

/// One of the accounts that a window has.
@MainActor
package final class WindowAccount {
    package let userID: String
    /// What its own screen subscribes to.
    package let events: ScreenEvents
    /// Tells its session whether another account's chats are on screen in the place of its own.
    let turn: (_ isAway: Bool) -> Void
    let rowsToGoTo: () -> [FuzzyListRowViewModel]
    private let makeSearch: () -> AccountSearch?
    /// Searches its messages for another account's screen; made when the first one wants it.
    private(set) lazy var search: AccountSearch? = makeSearch()
    /// Whether its messages are searched for another account's screen now.
    var isSearched = false
    /// What it is called beside the others.
    var mark = DisplayText.empty
    /// Begins the identifiers of its rows in another account's lists.
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

    /// The row of its open chat, where something waits in it that nobody sees while another account is in front.
    var waitingOpenRow: ChatListItemID? {
        guard let list = events.chatList.newest, let row = list.openRow else { return nil }
        let item = list.item(row)
        return item.isInvitation || !item.unreadMessageCount.isEmpty ? row : nil
    }
}
