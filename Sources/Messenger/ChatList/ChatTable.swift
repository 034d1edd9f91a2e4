package import Conversations
import Engine

/// Chats by identifier. Copies share storage, so that a view model may keep a copy while the model changes.
package struct ChatTable: Equatable, Sendable {
    /// An immutable version of a chat. Each change creates a new object, so that versions are compared by identity.
    package final class Entry: Equatable, Sendable {
        package let chat: Chat

        package init(_ chat: Chat) {
            self.chat = chat
        }

        package static func == (left: Entry, right: Entry) -> Bool { left === right }
    }

    /// The identity of a table's contents.
    private final class Version: Sendable {}

    private var entries: [String: Entry] = [:]
    private var version = Version()

    var isEmpty: Bool { entries.isEmpty }

    /// All chats in no particular order.
    package var values: some Collection<Chat> { entries.values.lazy.map(\.chat) }

    package subscript(chatID: String) -> Chat? {
        get { entries[chatID]?.chat }
        set {
            entries[chatID] = newValue.map(Entry.init)
            version = Version()
        }
    }

    /// Whether neither table was changed since one became a copy of the other, even if a change had no effect.
    /// Comparing a million chats would take too long.
    package static func == (left: ChatTable, right: ChatTable) -> Bool { left.version === right.version }

    package func entry(_ chatID: String) -> Entry? { entries[chatID] }
}

/// The text that filters the chat list by name, and the chats and spaces that match.
package struct ChatFilter {
    package struct Matches: Equatable {
        package fileprivate(set) var text = ""
        /// The matching spaces, then the matching chats in the order of the list; `nil` if the text is empty.
        package fileprivate(set) var found: [String]?
    }

    package private(set) var matches = Matches()
    /// A cache of normalized names, by chat.
    private var names: [String: String] = [:]

    var text: String { matches.text }
    var found: [String]? { matches.found }

    /// Sets the filter text. If it extends the previous text, only the previous matches are searched.
    mutating func set(_ text: String, chats: ChatTable, order: ChatOrder, spaceIDs: Set<String>) {
        let isNarrower = !self.text.isEmpty && text.hasPrefix(self.text)
        matches.text = text
        let candidates = isNarrower ? found ?? [] : all(chats, order, spaceIDs)
        find(among: candidates, chats)
    }

    mutating func chatChanged(_ chatID: String) { names[chatID] = nil }

    /// Updates the matches after chats were added, removed or moved.
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
            matches.found = nil
            return
        }
        matches.found = candidates.filter { chatID in
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
