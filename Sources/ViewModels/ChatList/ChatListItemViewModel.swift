/// One row of the chat list.
package struct ChatListItemViewModel: Equatable {
    package enum Kind: Hashable, Sendable {
        case chat
        /// A line that others are folded under.
        case fold(isOpen: Bool)
        /// A chat that was left.
        case left
        /// A space, under which its chats stand while it is unfolded.
        case space(isUnfolded: Bool)
        /// A chat of a space that one is not in.
        case joinable
        /// Somebody whom the account ignores.
        case person
    }

    package var id: ChatListItemID
    package var kind = Kind.chat
    /// How many spaces it stands under.
    package var depth = 0
    /// The other person's name, or the group's.
    package let contact: DisplayText
    /// Whose chat it is, as in `work`; empty where the window has one account.
    package var account = DisplayText.empty
    /// The last message in one line, as in `You: hello`, or `Draft: …`.
    package var message = DisplayText.empty
    /// As in `09:15`, `Yesterday`.
    package var lastMessageDate = DisplayText.empty
    /// As in `2`; empty where nothing is unread.
    package var unreadMessageCount = DisplayText.empty
    package var isMention = false
    package var isInvitation = false
    package var hasDraft = false
    /// Whether a thread of it has a draft that is not before one's eyes.
    package var hasDraftInThread = false
    /// As in `2 new in threads`; empty where nothing is.
    package var newInThreads = DisplayText.empty
    /// Whether something that was sent to it was refused.
    package var hasFailed = false
    /// Whether this chat is the one that is open.
    package var isOpen = false
    package var isPinned = false
    /// Whether nothing of it notifies.
    package var isMuted = false
    /// Whether only mentions notify.
    package var isForMentions = false
    /// Whether something was said that notified nobody and was not read.
    package var hasNews = false
    /// Whether the server has yet to take what was done with it.
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
