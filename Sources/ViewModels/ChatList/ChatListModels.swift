/// The identity of a row in the chat list, stable across view models. Panes don't interpret it.
package struct ChatListItemID: Hashable, Sendable {
    private enum Kind { case chat, archive, leftChats, leftChat, ignoredPeople, person, space, joinable }

    private let kind: Kind
    private let value: String

    package static func chat(_ value: String) -> ChatListItemID { ChatListItemID(kind: .chat, value: value) }
    package static func person(_ value: String) -> ChatListItemID { ChatListItemID(kind: .person, value: value) }
    package static func leftChat(_ value: String) -> ChatListItemID { ChatListItemID(kind: .leftChat, value: value) }
    package static func space(_ value: String) -> ChatListItemID { ChatListItemID(kind: .space, value: value) }
    /// Returns the identity of a chat of a space that the user hasn't joined.
    package static func joinable(_ value: String) -> ChatListItemID { ChatListItemID(kind: .joinable, value: value) }
    /// The line below which archived chats are folded.
    package static let archive = ChatListItemID(kind: .archive, value: "")
    /// The line below which left chats are folded.
    package static let leftChats = ChatListItemID(kind: .leftChats, value: "")
    /// The line below which ignored people are folded.
    package static let ignoredPeople = ChatListItemID(kind: .ignoredPeople, value: "")

    /// The identifier of the chat or person, as passed in.
    package var text: String { value }

    /// Returns the identity of a row of the same kind for another value.
    package func with(_ text: String) -> ChatListItemID { ChatListItemID(kind: kind, value: text) }
    package var isChat: Bool { kind == .chat }
    package var isLeftChat: Bool { kind == .leftChat }
    package var isSpace: Bool { kind == .space }
    package var isJoinable: Bool { kind == .joinable }
    package var isPerson: Bool { kind == .person }
}

/// The sort key of a chat across several lists: pinned chats first, then the newest first.
package struct ChatListRank: Hashable, Comparable, Sendable {
    package var isPinned = false
    /// Milliseconds since 1970.
    package var lastActivity: Int64 = 0

    package init(isPinned: Bool = false, lastActivity: Int64 = 0) {
        self.isPinned = isPinned
        self.lastActivity = lastActivity
    }

    /// Orders chats from top to bottom.
    package static func < (left: ChatListRank, right: ChatListRank) -> Bool {
        if left.isPinned != right.isPinned { return left.isPinned }
        return left.lastActivity > right.lastActivity
    }
}

/// A slash command typed into the filter of the chat list, which works without an open chat.
package struct ListCommandViewModel {
    /// Describes the effect of Enter, or the missing part.
    package let text: DisplayText
    package let run: Action<Void>

    package init(text: DisplayText, run: Action<Void>) {
        self.text = text
        self.run = run
    }

    /// Creates a command that can't be run now.
    package init(unavailable reason: DisplayText) {
        self.init(text: reason, run: .unavailable(reason))
    }
}

/// The spaces that a chat can be put into or taken out of, or the chats to add to a space.
package struct SpaceChoice {
    package enum Move: Hashable, Sendable { case into, outOf }

    /// The question, as in `Into which space?`.
    package let title: DisplayText
    /// Shown in the empty field.
    package let placeholder: DisplayText
    package let rows: [FuzzyListRowViewModel]
    /// The text shown if there are no rows.
    package let emptyText: DisplayText
    /// Returns a row for the typed text itself; `nil` if it has no meaning.
    package let typedRow: @MainActor (String) -> FuzzyListRowViewModel?
    /// The reason why there is nothing to choose; `nil` if there is.
    package let lack: DisplayText?

    package init(
        title: DisplayText, placeholder: DisplayText = .words("contacts.type-to-find"),
        rows: [FuzzyListRowViewModel], emptyText: DisplayText = .empty,
        typedRow: @escaping @MainActor (String) -> FuzzyListRowViewModel? = { _ in nil }, lack: DisplayText? = nil
    ) {
        self.title = title
        self.placeholder = placeholder
        self.rows = rows
        self.emptyText = emptyText
        self.typedRow = typedRow
        self.lack = lack
    }

    package static func none(_ lack: DisplayText) -> SpaceChoice { SpaceChoice(title: .empty, rows: [], lack: lack) }
}
