package import Conversations

/// All that the list shows of its chats, but their order.
package struct ChatListing: Equatable {
    package var chats = ChatTable()
    /// Chats that were left and not forgotten.
    package var left = LeftChats()
    /// The joined spaces.
    package var spaceIDs: Set<String> = []
    package var openChatID: String?
    /// The invitations and chats with a pending request.
    package var busyChatIDs: Set<String> = []
    /// The settings that are shown already and not yet confirmed by the server.
    package var pending: [String: [ChatSetting]] = [:]
    package var isArchiveOpen = false
    package var isLoaded = false
    /// Some of the people that the server knows, requested while there is no chat.
    package var neighbours: [ChatPerson] = []

    /// Returns a chat, including one that was left.
    package func chat(_ chatID: String) -> Chat? { entry(chatID)?.chat }

    package func entry(_ chatID: String) -> ChatTable.Entry? { chats.entry(chatID) ?? left.chats.entry(chatID) }
}

/// The chats that were left and not forgotten.
package struct LeftChats: Equatable {
    package var chats = ChatTable()
    /// The identifiers of the chats, the newest first.
    package private(set) var order: [String] = []
    package var isOpen = false

    mutating func insert(_ chat: Chat) {
        chats[chat.id] = chat
        order = chats.values.sorted { ($0.lastActivity, $1.id) > ($1.lastActivity, $0.id) }.map(\.id)
    }

    mutating func remove(_ chatID: String) {
        chats[chatID] = nil
        order.removeAll { $0 == chatID }
    }
}
