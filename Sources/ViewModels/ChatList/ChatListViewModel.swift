/// The list of chats: pinned ones, then the newest first.
package struct ChatListViewModel {
    package var rows: ChatListRows
    /// Makes what stands in a row when it is about to be drawn, so that rows out of sight cost nothing.
    package var item: @MainActor (ChatListItemID) -> ChatListItemViewModel
    /// To which a message can be forwarded, as they stand in the list, made when somebody wants to see them.
    package var forwardTargets: @MainActor () -> [ForwardTarget] = { [] }
    /// The chats and spaces that one row is put into or taken out of, made when somebody wants to see them.
    package var spaceChoice: @MainActor (ChatListItemID, SpaceChoice.Move) -> SpaceChoice = { _, _ in
        .none(.words("chat-list.select-a-chat"))
    }
    /// Where a chat belongs among those of other lists.
    package var rank: @MainActor (String) -> ChatListRank = { _ in ChatListRank() }
    /// The row of the open chat: its space's where that is closed.
    package var openRow: ChatListItemID?
    /// The open chat itself, whether its row is seen or not.
    package var openChat: ChatListItemID?
    /// How many chats other than the open one have something unread or unanswered.
    package var waitingElsewhere = 0
    /// Shown while nothing was loaded yet.
    package var shouldShowBusy = false
    /// What to read where there are no rows: as in `No chats yet: F4 makes one`.
    package var emptyText = DisplayText.empty
    /// Where there is no chat at all: whose account it is, and how to begin, a paragraph each.
    package var beginning: [DisplayText] = []
    package var shouldShowError = false
    package var errorText = DisplayText.empty
    package var retry: Action<Void> = .unavailable(.words("chat-list.nothing-failed"))
    package var dismissError: @MainActor () -> Void = {}
    /// What the chats are filtered by; empty where all are shown.
    package var filterText = ""
    package var filter: @MainActor (String) -> Void = { _ in }
    /// Reads a text with its slash as a command; `nil` where it is none.
    package var command: @MainActor (String) -> ListCommandViewModel? = { _ in nil }

    package init(rows: ChatListRows, item: @escaping @MainActor (ChatListItemID) -> ChatListItemViewModel) {
        self.rows = rows
        self.item = item
    }
}
