import Conversations
import Engine
import Messenger
import ViewModels

/// Builds the content of a row of the chat list.
struct ChatListItemBuilder {
    let row: ChatListRowInput

    private var chat: Chat { row.chat }
    private var shared: SharedChatListRowValues { row.shared }

    func build(
        actions: ChatListItemActions, itemTapped: @escaping @MainActor () -> Void
    ) -> ChatListItemViewModel {
        let name = DisplayText(sanitizing: Naming.chat(chat))
        var item = ChatListItemViewModel(id: .chat(chat.id), contact: name, itemTapped: itemTapped)
        item.depth = row.depth
        item.message = message
        // The shown date is the timestamp of the message. The sort order also depends on when the message
        // arrived.
        item.lastMessageDate = DisplayText(
            sanitizing: shared.time.short(chat.lastMessage?.timestamp ?? chat.lastActivity))
        item.unreadMessageCount = unread
        item.isMention = chat.hasMention
        item.isInvitation = chat.membership == .invited
        item.hasDraft = row.draft != nil
        item.hasDraftInThread = row.hasDraftInThread
        item.newInThreads = newInThreads
        item.hasFailed = row.refused != nil
        item.isOpen = row.isOpen
        item.isPinned = chat.tags.isPinned
        item.isMuted = chat.notificationLevel == .off
        item.hasNews = hasNews
        item.isForMentions = chat.notificationLevel == .mentions
        item.shouldShowBusy = row.isAnswering || row.isSetting
        item.actions = actions
        return item
    }

    /// Whether the row is marked for new messages that the server's counts leave out.
    private var hasNews: Bool {
        guard chat.hasNews, !row.isOpen, chat.unreadCount == 0, let sender = chat.lastMessage?.sender else {
            return false
        }
        return sender != shared.ownUserID && !shared.ignoredUserIDs.contains(sender)
    }

    private var shownDraft: String? { row.isOpen ? nil : row.draft }

    private var newInThreads: DisplayText {
        row.newInThreads > 0 ? .words("chat-list.new-in-threads", count: row.newInThreads) : .empty
    }

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
        if let refused = row.refused {
            guard refused.purpose == .message else { return .words("chat-list.failed-a-change") }
            return DisplayText.words("chat-list.failed", ["body": refused.line])
        }
        if let shownDraft { return DisplayText.words("chat-list.draft", ["body": shownDraft]) }
        if let line = row.line {
            return line.isUnsent
                ? DisplayText.words("chat-list.unsent", ["body": line.line])
                : DisplayText.words("chat-list.you", ["body": line.line])
        }
        guard let last = chat.lastMessage else { return .empty }
        if shared.ignoredUserIDs.contains(last.sender) { return .words("chat-list.from-somebody-you-ignore") }
        let text = last.kind == .encrypted ? .words("chat.encrypted-message") : last.line
        if last.sender == shared.ownUserID { return DisplayText.words("chat-list.you", ["body": text]) }
        if chat.directUserID != nil || chat.isBetweenTwo { return DisplayText(sanitizing: text) }
        let name = chat.person(last.sender).map(Naming.person) ?? last.sender
        return .quote(by: DisplayText(sanitizing: name), DisplayText(sanitizing: text))
    }
}
