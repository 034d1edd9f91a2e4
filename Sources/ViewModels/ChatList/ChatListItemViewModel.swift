/// A row of the chat list.
package struct ChatListItemViewModel: Equatable {
    package enum Kind: Hashable, Sendable {
        case chat
        /// A line below which others are folded.
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
    /// Whether one of its threads has a draft that isn't on screen.
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
