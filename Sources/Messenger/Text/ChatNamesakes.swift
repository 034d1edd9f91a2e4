package import Conversations
import Engine

/// Finds chats named after a person while another chat has a lookalike name that isn't that person's.
package struct ChatNamesakes {
    private struct Name {
        let look: String
        /// The Matrix ID; `nil` for a chat with a name of its own.
        let userID: String?
    }

    private var names: [String: Name] = [:]
    private var chatIDs: [String: Set<String>] = [:]

    package init() {}

    /// - Returns: the other chats for which ``isShared(_:)`` may have changed.
    @discardableResult
    mutating func set(_ chat: Chat) -> Set<String> {
        let name = Self.name(of: chat)
        let before = names[chat.id]
        if let before, let name, before.look == name.look, before.userID == name.userID { return [] }
        var others = remove(chat.id)
        guard let name else { return others }
        names[chat.id] = name
        others.formUnion(chatIDs[name.look] ?? [])
        chatIDs[name.look, default: []].insert(chat.id)
        return others
    }

    @discardableResult
    mutating func remove(_ chatID: String) -> Set<String> {
        guard let name = names.removeValue(forKey: chatID) else { return [] }
        chatIDs[name.look]?.remove(chatID)
        if chatIDs[name.look]?.isEmpty == true { chatIDs[name.look] = nil }
        return chatIDs[name.look] ?? []
    }

    func isShared(_ chatID: String) -> Bool {
        guard let name = names[chatID], let userID = name.userID, let others = chatIDs[name.look] else { return false }
        return others.contains { names[$0]?.userID != userID }
    }

    /// Returns the chats with ``Chat/isNameShared`` set among them.
    package static func marked(_ chats: [Chat]) -> [Chat] {
        var namesakes = ChatNamesakes()
        for chat in chats { namesakes.set(chat) }
        return chats.map { chat in
            var chat = chat
            chat.isNameShared = namesakes.isShared(chat.id)
            return chat
        }
    }

    private static func name(of chat: Chat) -> Name? {
        if let person = Naming.namesake(of: chat) {
            let look = ConfusableSkeleton.of(
                contactName: person.contactName, displayName: person.displayName, userID: person.userID)
            return Name(look: look, userID: person.userID)
        }
        return VisibleName.first(chat.givenName).map { Name(look: ConfusableSkeleton.of($0), userID: nil) }
    }
}
