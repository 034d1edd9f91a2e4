import Conversations

/// Chats by identifier. A copy shares them all, so that a view model may keep one while the model goes on.
struct ChatTable: Sendable {
    /// A chat as it was at one time: with each change it is another object, by which is known whether what was made of it
    /// still holds.
    final class Entry: Sendable {
        let chat: Chat

        init(_ chat: Chat) {
            self.chat = chat
        }
    }

    private var entries: [String: Entry] = [:]

    var isEmpty: Bool { entries.isEmpty }

    /// In any order.
    var values: some Collection<Chat> { entries.values.lazy.map(\.chat) }

    subscript(chatID: String) -> Chat? {
        get { entries[chatID]?.chat }
        set { entries[chatID] = newValue.map(Entry.init) }
    }

    func entry(_ chatID: String) -> Entry? { entries[chatID] }
}
