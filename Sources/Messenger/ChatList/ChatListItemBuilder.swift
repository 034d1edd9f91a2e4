import Conversations
import ViewModels

/// Builds the content of a row of the chat list.
struct ChatListItemBuilder {
    let chat: Chat
    let isOpen: Bool
    let draft: String?
    /// The newest queued line that the timeline doesn't show yet.
    let line: OutboxLine?
    /// The newest line or change that the server refused.
    var refused: OutboxLine?
    let isBusy: Bool
    let ignoredUserIDs: Set<String>
    let ownUserID: String
    let time: TimeText
    /// The number of spaces above it.
    var depth = 0
    /// Whether one of its threads has an unsent draft.
    var hasDraftInThread = false
    /// The number of unread messages in its threads.
    var newInThreads = 0

    func build(
        actions: ChatListItemActions, itemTapped: @escaping @MainActor () -> Void
    ) -> ChatListItemViewModel {
        let name = DisplayText(sanitizing: Naming.chat(chat))
        var item = ChatListItemViewModel(id: .chat(chat.id), contact: name, itemTapped: itemTapped)
        item.depth = depth
        item.message = message
        // The shown date is the timestamp of the message. The sort order also depends on when the message
        // arrived.
        item.lastMessageDate = DisplayText(sanitizing: time.short(chat.lastMessage?.timestamp ?? chat.lastActivity))
        item.unreadMessageCount = unread
        item.isMention = chat.hasMention
        item.isInvitation = chat.membership == .invited
        item.hasDraft = draft != nil
        item.hasDraftInThread = hasDraftInThread
        item.newInThreads = newInThreads > 0 ? .words("chat-list.new-in-threads", count: newInThreads) : .empty
        item.hasFailed = refused != nil
        item.isOpen = isOpen
        item.isPinned = chat.tags.isPinned
        item.isMuted = chat.notificationLevel == .off
        item.hasNews = hasNews
        item.isForMentions = chat.notificationLevel == .mentions
        item.shouldShowBusy = isBusy
        item.actions = actions
        return item
    }

    /// Whether the row is marked for new messages that the server's counts leave out.
    private var hasNews: Bool {
        guard chat.hasNews, !isOpen, chat.unreadCount == 0, let sender = chat.lastMessage?.sender else { return false }
        return sender != ownUserID && !ignoredUserIDs.contains(sender)
    }

    private var shownDraft: String? { isOpen ? nil : draft }

    private var unread: DisplayText {
        let count = chat.unreadCount
        guard count > 0 else { return chat.isMarkedUnread ? "•" : .empty }
        return DisplayText(sanitizing: count > 999 ? "999+" : "\(count)")
    }

    private var message: DisplayText {
        if chat.membership == .invited {
            return DisplayText.words(
                "invitation.invites-you", ["name": chat.inviter.map(Naming.person) ?? .words("invitation.somebody")])
        }
        if chat.membership == .knocked { return .words("chat-list.asked-to-join") }
        if let refused {
            guard refused.purpose == .message else { return .words("chat-list.failed-a-change") }
            return DisplayText.words("chat-list.failed", ["body": refused.line])
        }
        if let shownDraft { return DisplayText.words("chat-list.draft", ["body": shownDraft]) }
        if let line {
            return line.isUnsent
                ? DisplayText.words("chat-list.unsent", ["body": line.line])
                : DisplayText.words("chat-list.you", ["body": line.line])
        }
        guard let last = chat.lastMessage else { return .empty }
        if ignoredUserIDs.contains(last.sender) { return .words("chat-list.from-somebody-you-ignore") }
        let text = last.kind == .encrypted ? .words("chat.encrypted-message") : last.line
        if last.sender == ownUserID { return DisplayText.words("chat-list.you", ["body": text]) }
        if chat.directUserID != nil || chat.isBetweenTwo { return DisplayText(sanitizing: text) }
        let name = chat.person(last.sender).map(Naming.person) ?? last.sender
        return .quote(by: DisplayText(sanitizing: name), DisplayText(sanitizing: text))
    }
}

extension OutboxLine {
    /// Whether the server has not confirmed the line yet.
    var isUnsent: Bool {
        switch state {
        case .queued, .failed: true
        case .sent: false
        }
    }
}
