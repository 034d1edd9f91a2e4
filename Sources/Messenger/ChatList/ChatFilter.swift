import Conversations

/// What is typed to find chats and spaces by name, and which have it.
struct ChatFilter {
    private(set) var text = ""
    /// The spaces, then the chats in the order of the list; `nil` while nothing is typed.
    private(set) var found: [String]?
    /// Names as they are compared, by chat, as long as they hold.
    private var names: [String: String] = [:]

    /// A letter more looks only through what was found before.
    mutating func set(_ text: String, chats: ChatTable, order: ChatOrder, spaceIDs: Set<String>) {
        let isNarrower = !self.text.isEmpty && text.hasPrefix(self.text)
        self.text = text
        let candidates = isNarrower ? found ?? [] : all(chats, order, spaceIDs)
        find(among: candidates, chats)
    }

    mutating func chatChanged(_ chatID: String) { names[chatID] = nil }

    /// Chats came, went or moved.
    mutating func listChanged(chats: ChatTable, order: ChatOrder, spaceIDs: Set<String>) {
        guard found != nil else { return }
        find(among: all(chats, order, spaceIDs), chats)
    }

    private func all(_ chats: ChatTable, _ order: ChatOrder, _ spaceIDs: Set<String>) -> [String] {
        chats.spaces(spaceIDs).map(\.id) + order.shown + order.archived
    }

    private mutating func find(among candidates: [String], _ chats: ChatTable) {
        let words = text.lowercased().split(separator: " ")
        guard !words.isEmpty else {
            found = nil
            return
        }
        found = candidates.filter { chatID in
            guard let chat = chats[chatID] else { return false }
            let name = name(of: chat)
            return words.allSatisfy { name.contains($0) }
        }
    }

    private mutating func name(of chat: Chat) -> String {
        if let name = names[chat.id] { return name }
        let parts = [Naming.chat(chat), chat.directUserID ?? "", chat.canonicalAlias ?? "", chat.inviter?.userID ?? ""]
        let name = parts.joined(separator: "\n").lowercased()
        names[chat.id] = name
        return name
    }
}
