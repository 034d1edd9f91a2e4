import Conversations

/// All that the list shows of its chats, but their order.
struct ChatListing: Equatable {
    var chats = ChatTable()
    /// Chats that were left and not forgotten.
    var left = LeftChats()
    /// The joined spaces.
    var spaceIDs: Set<String> = []
    var openChatID: String?
    /// The drafts by place, as ``Draft/place(chatID:threadID:)`` names it.
    var drafts: [String: String] = [:]
    /// The invitations and chats with a pending request.
    var busyChatIDs: Set<String> = []
    /// The settings that are shown already and not yet confirmed by the server.
    var pending: [String: [ChatSetting]] = [:]
    var isArchiveOpen = false
    var isLoaded = false
    /// Some of the people that the server knows, requested while there is no chat.
    var neighbours: [ChatPerson] = []

    /// Returns a chat, including one that was left.
    func chat(_ chatID: String) -> Chat? { entry(chatID)?.chat }

    func entry(_ chatID: String) -> ChatTable.Entry? { chats.entry(chatID) ?? left.chats.entry(chatID) }
}

/// The chats that were left and not forgotten.
struct LeftChats: Equatable {
    var chats = ChatTable()
    /// The identifiers of the chats, the newest first.
    private(set) var order: [String] = []
    var isOpen = false

    mutating func insert(_ chat: Chat) {
        chats[chat.id] = chat
        order = chats.values.sorted { ($0.lastActivity, $1.id) > ($1.lastActivity, $0.id) }.map(\.id)
    }

    mutating func remove(_ chatID: String) {
        chats[chatID] = nil
        order.removeAll { $0 == chatID }
    }
}
