import Conversations

/// The chats that the account is in or invited to, and which one is open.
@MainActor
final class ChatListModel {
    private(set) var chats: [String: Chat] = [:]
    /// Identifiers, newest activity first.
    private(set) var order: [String] = []
    private(set) var openChatID: String?
    private(set) var lastVisitedID: String?
    private(set) var drafts: [String: String] = [:]
    private(set) var isLoaded = false
    /// Invitations and chats that wait for an answer of the server, and what it refused.
    private(set) var busyChatIDs: Set<String> = []
    private(set) var errors: [String: String] = [:]

    var openChat: Chat? { openChatID.flatMap { chats[$0] } }

    var unreadTotal: Int { chats.values.reduce(0) { $0 + $1.notificationCount } }

    func load(chats loaded: [Chat], drafts: [Draft]) {
        merge(loaded)
        for draft in drafts { self.drafts[draft.chatID] = draft.text }
        isLoaded = true
    }

    /// Takes over what changed. A chat that was left goes from the list.
    func merge(_ changed: [Chat]) {
        for chat in changed {
            chats[chat.id] = chat.membership == .left ? nil : chat
            if chat.membership == .left, openChatID == chat.id { openChatID = nil }
        }
        sort()
    }

    func open(_ chatID: String) {
        guard chatID != openChatID else { return }
        if let openChatID { lastVisitedID = openChatID }
        openChatID = chatID
    }

    func remove(_ chatID: String) {
        chats[chatID] = nil
        busyChatIDs.remove(chatID)
        if openChatID == chatID { openChatID = nil }
        sort()
    }

    /// The server took the answer to an invitation; the sync brings the rest.
    func join(_ chatID: String) {
        setError(nil, chatID: chatID)
        chats[chatID]?.membership = .joined
    }

    func markRead(_ chatID: String) {
        chats[chatID]?.notificationCount = 0
        chats[chatID]?.highlightCount = 0
    }

    func setDraft(_ text: String, chatID: String) {
        drafts[chatID] = text.isEmpty ? nil : text
    }

    func setBusy(_ chatID: String) {
        errors[chatID] = nil
        busyChatIDs.insert(chatID)
    }

    func setError(_ reason: String?, chatID: String) {
        busyChatIDs.remove(chatID)
        errors[chatID] = reason
    }

    /// The chat so many places after (or before, below 0) the open one, around the end of the list.
    func neighbour(of chatID: String?, by offset: Int) -> String? {
        guard !order.isEmpty else { return nil }
        guard let chatID, let index = order.firstIndex(of: chatID) else { return offset > 0 ? order.first : order.last }
        return order[(index + offset + order.count) % order.count]
    }

    /// The chat to begin with, where none was open before; an invitation where there is nothing else.
    var firstToOpen: String? { order.first { chats[$0]?.membership == .joined } ?? order.first }

    /// Where to go next to catch up: mentions first, then invitations and what is unread, as the list has them.
    var nextUnread: String? {
        let others = order.filter { $0 != openChatID }
        return others.first { (chats[$0]?.highlightCount ?? 0) > 0 }
            ?? others.first { (chats[$0]?.notificationCount ?? 0) > 0 || chats[$0]?.membership == .invited }
    }

    private func sort() {
        order = chats.values
            .sorted { ($0.lastActivity, $1.id) > ($1.lastActivity, $0.id) }
            .map(\.id)
    }
}
