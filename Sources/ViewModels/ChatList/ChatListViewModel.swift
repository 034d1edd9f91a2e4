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

/// The rows of the chat list without their contents: chats, and lines below which others are folded.
package struct ChatListRows: Hashable, Sendable {
    /// A line that unfolds, and the rows below it.
    package struct Fold: Hashable, Sendable {
        package let isOpen: Bool
        package let values: [String]

        package init(isOpen: Bool, values: [String]) {
            self.isOpen = isOpen
            self.values = values
        }

        package static let none = Fold(isOpen: false, values: [])

        fileprivate var count: Int { values.isEmpty ? 0 : isOpen ? values.count + 1 : 1 }
    }

    /// The rows in place of chats, if there are spaces.
    package struct Groups: Hashable, Sendable {
        package let rows: [ChatListItemID]
        /// The range of the spaces: after pinned chats, before all others.
        package let spaces: Range<Int>

        package init(rows: [ChatListItemID], spaces: Range<Int>) {
            self.rows = rows
            self.spaces = spaces
        }
    }

    package let chats: [String]
    /// Replaces ``chats`` if there are spaces.
    package let groups: Groups?
    package let archive: Fold
    package let left: Fold
    package let ignoredPeople: Fold

    package init(
        chats: [String], groups: Groups? = nil, archive: Fold = .none, left: Fold = .none,
        ignoredPeople: Fold = .none
    ) {
        self.chats = chats
        self.groups = groups
        self.archive = archive
        self.left = left
        self.ignoredPeople = ignoredPeople
    }

    /// The visible chats, without folded ones.
    package var shownChats: [String] { groups?.rows.filter(\.isChat).map(\.text) ?? chats }

    private var topCount: Int { groups?.rows.count ?? chats.count }

    package var count: Int { topCount + archive.count + left.count + ignoredPeople.count }

    package var isEmpty: Bool { count == 0 }

    /// - Parameter place: from 0 to below ``count``.
    package subscript(place: Int) -> ChatListItemID {
        if place < topCount { return groups?.rows[place] ?? .chat(chats[place]) }
        let inArchive = place - topCount
        if inArchive < archive.count { return inArchive == 0 ? .archive : .chat(archive.values[inArchive - 1]) }
        let inLeft = inArchive - archive.count
        if inLeft < left.count { return inLeft == 0 ? .leftChats : .leftChat(left.values[inLeft - 1]) }
        let inPeople = inLeft - left.count
        return inPeople == 0 ? .ignoredPeople : .person(ignoredPeople.values[inPeople - 1])
    }

    /// - Parameter hint: the last known index, checked first to avoid a search.
    package func place(of id: ChatListItemID, near hint: Int) -> Int? {
        if hint >= 0, hint < count, self[hint] == id { return hint }
        return (0..<count).first { self[$0] == id }
    }
}
