/// One row of the chat list.
package struct ChatListItemViewModel: Equatable {
    /// The other person's name, or the group's.
    package let contact: DisplayText
    /// The last message in one line, as in `You: hello`, or `Draft: …`.
    package let message: DisplayText
    /// As in `09:15`, `Yesterday`.
    package let lastMessageDate: DisplayText
    /// As in `2`; empty where nothing is unread.
    package let unreadMessageCount: DisplayText
    package let isMention: Bool
    package let isInvitation: Bool
    package let hasDraft: Bool
    /// Whether this chat is the one that is open.
    package let isOpen: Bool
    package let itemTapped: @MainActor () -> Void

    package init(
        contact: DisplayText, message: DisplayText, lastMessageDate: DisplayText, unreadMessageCount: DisplayText,
        isMention: Bool, isInvitation: Bool, hasDraft: Bool, isOpen: Bool, itemTapped: @escaping @MainActor () -> Void
    ) {
        self.contact = contact
        self.message = message
        self.lastMessageDate = lastMessageDate
        self.unreadMessageCount = unreadMessageCount
        self.isMention = isMention
        self.isInvitation = isInvitation
        self.hasDraft = hasDraft
        self.isOpen = isOpen
        self.itemTapped = itemTapped
    }

    package static func == (left: ChatListItemViewModel, right: ChatListItemViewModel) -> Bool {
        left.contact == right.contact && left.message == right.message
            && left.lastMessageDate == right.lastMessageDate && left.unreadMessageCount == right.unreadMessageCount
            && left.isMention == right.isMention && left.isInvitation == right.isInvitation
            && left.hasDraft == right.hasDraft && left.isOpen == right.isOpen
    }
}
