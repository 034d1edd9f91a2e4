import Conversations

/// Chats by identifier. Copies share storage, so that a view model may keep a copy while the model changes.
struct ChatTable: Sendable {
    /// An immutable version of a chat. Each change creates a new object, so that caches can compare versions by
    /// identity.
    final class Entry: Sendable {
        let chat: Chat

        init(_ chat: Chat) {
            self.chat = chat
        }
    }

    private var entries: [String: Entry] = [:]

    var isEmpty: Bool { entries.isEmpty }

    /// All chats in no particular order.
    var values: some Collection<Chat> { entries.values.lazy.map(\.chat) }

    subscript(chatID: String) -> Chat? {
        get { entries[chatID]?.chat }
        set { entries[chatID] = newValue.map(Entry.init) }
    }

    func entry(_ chatID: String) -> Entry? { entries[chatID] }
}
