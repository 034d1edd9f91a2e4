import Conversations
import ViewModels

/// Makes what stands in one row of the chat list.
struct ChatListItemBuilder {
    let chat: Chat
    let isOpen: Bool
    let draft: String?
    /// The newest line that the timeline doesn't show yet.
    let line: OutboxLine?
    /// The newest line or change that was refused.
    var refused: OutboxLine?
    let isBusy: Bool
    let ignoredUserIDs: Set<String>
    let ownUserID: String
    let time: TimeText
    /// How many spaces it is under.
    var depth = 0
    /// Whether something is written and not sent in one of its threads.
    var hasDraftInThread = false
    /// How many messages wait in its threads.
    var newInThreads = 0

    func build(
        actions: ChatListItemActions, itemTapped: @escaping @MainActor () -> Void
    ) -> ChatListItemViewModel {
        let name = DisplayText(sanitizing: Naming.chat(chat))
        var item = ChatListItemViewModel(id: .chat(chat.id), contact: name, itemTapped: itemTapped)
        item.depth = depth
        item.message = message
        // The place in the list also depends on when a message came, which its date doesn't.
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

    /// What the person wants to be told nothing of, and may want to know nevertheless.
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
        let name = chat.person(last.sender).map(Naming.person) ?? Naming.shortID(last.sender)
        return .said(by: DisplayText(sanitizing: name), DisplayText(sanitizing: text))
    }
}

extension OutboxLine {
    /// Whether the server has not said yet that it has the line.
    var isUnsent: Bool {
        switch state {
        case .queued, .failed: true
        case .sent: false
        }
    }
}
