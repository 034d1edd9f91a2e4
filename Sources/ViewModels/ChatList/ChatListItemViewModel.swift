/// A row of the chat list.
package struct ChatListItemViewModel: Equatable {
    package enum Kind: Hashable, Sendable {
        case chat
        /// A heading that folds or unfolds the rows below it, such as the archive.
        case fold(isOpen: Bool)
        /// A chat that was left.
        case left
        /// A space, with its chats below it while it is unfolded.
        case space(isUnfolded: Bool)
        /// A chat of a space that the user hasn't joined.
        case joinable
        /// A person ignored by the account.
        case person
    }

    package var id: ChatListItemID
    package var kind = Kind.chat
    /// The number of spaces above it.
    package var depth = 0
    /// The other person's name, or the group's.
    package let contact: DisplayText
    /// The account of the chat, as in `work`; empty if the window has one account.
    package var account = DisplayText.empty
    /// The last message in one line, as in `You: hello`, or `Draft: …`.
    package var message = DisplayText.empty
    /// The date or time, as in `09:15`, `Yesterday`.
    package var lastMessageDate = DisplayText.empty
    /// The unread count, as in `2`; empty if there is nothing unread.
    package var unreadMessageCount = DisplayText.empty
    package var isMention = false
    package var isInvitation = false
    package var hasDraft = false
    /// Whether one of its threads has a draft, unless that thread is on screen.
    package var hasDraftInThread = false
    /// The unread marker for threads, as in `2 new in threads`; may be empty.
    package var newInThreads = DisplayText.empty
    /// Whether the server refused something that was sent to it.
    package var hasFailed = false
    /// Whether this chat is open.
    package var isOpen = false
    package var isPinned = false
    /// Whether notifications are off.
    package var isMuted = false
    /// Whether only mentions notify.
    package var isForMentions = false
    /// Whether it has unread messages without a notification.
    package var hasNews = false
    /// Whether an action on it is waiting for the server.
    package var shouldShowBusy = false
    package var actions = ChatListItemActions()
    package var itemTapped: @MainActor () -> Void

    package init(id: ChatListItemID, contact: DisplayText, itemTapped: @escaping @MainActor () -> Void) {
        self.id = id
        self.contact = contact
        self.itemTapped = itemTapped
    }

    package static func == (left: ChatListItemViewModel, right: ChatListItemViewModel) -> Bool {
        left.id == right.id && left.kind == right.kind && left.depth == right.depth
            && left.contact == right.contact && left.account == right.account
            && left.message == right.message && left.lastMessageDate == right.lastMessageDate
            && left.unreadMessageCount == right.unreadMessageCount && left.isMention == right.isMention
            && left.isInvitation == right.isInvitation && left.hasDraft == right.hasDraft
            && left.hasFailed == right.hasFailed
            && left.isOpen == right.isOpen && left.isPinned == right.isPinned && left.isMuted == right.isMuted
            && left.isForMentions == right.isForMentions && left.shouldShowBusy == right.shouldShowBusy
            && left.hasNews == right.hasNews && left.hasDraftInThread == right.hasDraftInThread
            && left.newInThreads == right.newInThreads
    }
}

/// The actions on one row of the chat list.
package struct ChatListItemActions {
    /// Opens the row on Enter.
    package var open: Action<Void> = .available {}
    /// The confirmation question for opening the row; empty if there is none.
    package var openQuestion: DisplayText = .empty
    package var showDetails: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var pin: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var mute: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var mentionsOnly: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var archive: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var markUnread: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var rename: Action<String> = .unavailable(.words("chat-list.select-a-chat"))
    package var leave: Action<Void> = .unavailable(.words("chat-list.select-a-chat"))
    package var forget: Action<Void> = .unavailable(.words("chat-list.only-left-chats"))
    package var ignore: Action<Void> = .unavailable(.words("chat-list.select-chat-with-one-person"))
    /// The initial text of ``rename``.
    package var name = ""
    package var leaveQuestion: DisplayText = .empty
    package var forgetQuestion: DisplayText = .empty
    /// Empty if ``ignore`` asks nothing.
    package var ignoreQuestion: DisplayText = .empty
    /// The current states of the chat. The action that sets a state also ends it.
    package var states: States = []

    package struct States: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let pinned = States(rawValue: 1 << 0)
        package static let muted = States(rawValue: 1 << 1)
        package static let forMentions = States(rawValue: 1 << 2)
        package static let archived = States(rawValue: 1 << 3)
        package static let unread = States(rawValue: 1 << 4)
        package static let ignored = States(rawValue: 1 << 5)
    }

    package init() {}

    /// The actions on a chat that the user has left.
    package static var leftChat: ChatListItemActions { none(.words("chat-list.left-and-forgettable")) }

    /// The actions on a chat imported from a file.
    package static var importedChat: ChatListItemActions { none(.words("chat-list.imported-and-removable")) }

    /// Returns the actions on a row that isn't a joined chat.
    package static func none(_ reason: DisplayText) -> ChatListItemActions {
        var actions = ChatListItemActions()
        actions.showDetails = .unavailable(reason)
        actions.pin = .unavailable(reason)
        actions.mute = .unavailable(reason)
        actions.mentionsOnly = .unavailable(reason)
        actions.archive = .unavailable(reason)
        actions.markUnread = .unavailable(reason)
        actions.rename = .unavailable(reason)
        actions.leave = .unavailable(reason)
        return actions
    }
}
