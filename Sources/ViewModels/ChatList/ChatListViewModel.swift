/// The list of chats: pinned ones, then the newest first.
package struct ChatListViewModel {
    package var rows: ChatListRows
    /// Creates the contents of a row when it is drawn, so that hidden rows cost nothing.
    package var item: @MainActor (ChatListItemID) -> ChatListItemViewModel
    /// Returns the chats to which a message can be forwarded, in list order, created on demand.
    package var forwardTargets: @MainActor () -> [ForwardTarget] = { [] }
    /// Returns the chats and spaces to put a row into or take it out of, created on demand.
    package var spaceChoice: @MainActor (ChatListItemID, SpaceChoice.Move) -> SpaceChoice = { _, _ in
        .none(.words("chat-list.select-a-chat"))
    }
    /// Returns the sort key of a chat among other lists.
    package var rank: @MainActor (String) -> ChatListRank = { _ in ChatListRank() }
    /// The row of the open chat, or of its space if that is folded.
    package var openRow: ChatListItemID?
    /// The open chat itself, whether its row is visible or not.
    package var openChat: ChatListItemID?
    /// The number of chats except the open one with unread messages or unanswered invitations.
    package var waitingElsewhere = 0
    /// Whether nothing is loaded yet.
    package var shouldShowBusy = false
    /// The text shown if there are no rows, as in `No chats yet: F4 makes one`.
    package var emptyText = DisplayText.empty
    /// The introduction shown if there are no chats: the account, and how to begin, a paragraph each.
    package var beginning: [DisplayText] = []
    package var shouldShowError = false
    package var errorText = DisplayText.empty
    package var retry: Action<Void> = .unavailable(.words("chat-list.nothing-failed"))
    package var dismissError: @MainActor () -> Void = {}
    /// The filter text; empty if all chats are shown.
    package var filterText = ""
    package var filter: @MainActor (String) -> Void = { _ in }
    /// Parses a text with its slash as a command; `nil` if it isn't one.
    package var command: @MainActor (String) -> ListCommandViewModel? = { _ in nil }

    package init(rows: ChatListRows, item: @escaping @MainActor (ChatListItemID) -> ChatListItemViewModel) {
        self.rows = rows
        self.item = item
    }
}
