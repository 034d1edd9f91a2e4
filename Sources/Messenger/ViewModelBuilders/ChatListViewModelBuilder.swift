import Conversations
import ViewModels

/// Makes the chat list of the chats' values.
struct ChatListViewModelBuilder {
    let chats: [Chat]
    let openChatID: String?
    let drafts: [String: String]
    /// The newest line of each chat that its timeline doesn't show yet.
    let outbox: [String: OutboxLine]
    let isLoaded: Bool
    let ownUserID: String
    let time: TimeText

    @MainActor
    func build(open: @escaping @MainActor (String) -> Void) -> ChatListViewModel {
        ChatListViewModel(
            items: chats.map { chat in item(chat) { open(chat.id) } }, shouldShowBusy: !isLoaded,
            emptyText: "No chats yet: F4 makes one", shouldShowError: false, errorText: .empty)
    }

    private func item(_ chat: Chat, itemTapped: @escaping @MainActor () -> Void) -> ChatListItemViewModel {
        let draft = chat.id == openChatID ? nil : drafts[chat.id]
        let count = chat.notificationCount
        return ChatListItemViewModel(
            contact: DisplayText(sanitizing: Naming.chat(chat)), message: message(chat, draft: draft),
            lastMessageDate: chat.lastActivity > 0 ? DisplayText(sanitizing: time.short(chat.lastActivity)) : .empty,
            unreadMessageCount: count > 0 ? DisplayText(sanitizing: count > 999 ? "999+" : "\(count)") : .empty,
            isMention: chat.highlightCount > 0, isInvitation: chat.membership == .invited, hasDraft: draft != nil,
            isOpen: chat.id == openChatID, itemTapped: itemTapped)
    }

    private func message(_ chat: Chat, draft: String?) -> DisplayText {
        if chat.membership == .invited {
            return DisplayText(sanitizing: "\(chat.inviter.map(Naming.person) ?? "Somebody") invites you")
        }
        if let draft { return "Draft: " + DisplayText(sanitizing: draft) }
        if let line = outbox[chat.id] {
            return (line.isUnsent ? "Unsent: " : "You: ") + DisplayText(sanitizing: line.body)
        }
        guard let last = chat.lastMessage else { return .empty }
        let text = last.kind == .encrypted ? "an encrypted message" : last.body
        if last.sender == ownUserID { return "You: " + DisplayText(sanitizing: text) }
        if chat.directUserID != nil || chat.joinedCount <= 2 { return DisplayText(sanitizing: text) }
        let hero = chat.heroes.first { $0.userID == last.sender }
        let name = hero.map(Naming.person) ?? Naming.shortID(last.sender)
        return DisplayText(sanitizing: name) + ": " + DisplayText(sanitizing: text)
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
