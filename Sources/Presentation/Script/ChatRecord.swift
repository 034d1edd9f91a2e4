package import Conversations
import Engine
package import MatrixAPI
import Messenger
import ViewModels

/// A chat as JSON for programs, and as a line of text for people.
package struct ChatRecord: Hashable, Sendable {
    private let chat: Chat

    package init(_ chat: Chat) {
        self.chat = chat
    }

    /// The chat as JSON, as described in confab-cli(7).
    package var json: JSONValue {
        [
            "id": .string(chat.id), "name": .string(Naming.chat(chat)),
            "alias": chat.canonicalAlias.map(JSONValue.string) ?? .null,
            "person": chat.directUserID.map(JSONValue.string) ?? .null,
            "topic": chat.topic.map(JSONValue.string) ?? .null,
            "membership": .string(chat.isImported ? "imported" : chat.membership.rawValue),
            "encrypted": .bool(chat.isEncrypted),
            "pinned": .bool(chat.tags.isPinned), "archived": .bool(chat.tags.isArchived),
            "unread": .integer(Int64(chat.unreadCount)), "mentions": .integer(Int64(chat.highlightCount)),
            "last_activity": .integer(chat.lastActivity),
        ]
    }

    /// Returns a line for each chat, with its unread count, name and unique address.
    package static func table(_ records: [ChatRecord]) -> [String] {
        let names = records.map { ChatLookup.name(of: $0.chat) }
        let width = min(names.map(\.count).max() ?? 0, widest)
        return zip(records, names).map { record, name in
            let unread = record.chat.unreadCount > 0 ? String(record.chat.unreadCount) : ""
            let padding = String(repeating: " ", count: max(0, width - name.count))
            return String(repeating: " ", count: max(0, 4 - unread.count)) + unread + "  " + name + padding + "  "
                + record.address
        }
    }

    /// The maximum width of names in characters, so that one long name doesn't push the addresses off the screen.
    private static let widest = 40

    /// The unique address of the chat as people type it, with the membership unless the user has joined.
    private var address: String {
        let address = DisplayText(sanitizing: chat.directUserID ?? chat.canonicalAlias ?? chat.id).string
        return switch chat.membership {
        case .joined: address
        case .invited: .words("script.invited", ["chat": address])
        case .knocked: .words("script.knocked", ["chat": address])
        case .left where chat.isImported: address
        case .left: .words("script.left", ["chat": address])
        }
    }
}

/// Finds the chat that a command names: by name, alias, identifier, or the other person of a direct chat.
package struct ChatLookup: Sendable {
    package enum Finding: Hashable, Sendable {
        case one(Chat)
        /// Several chats match equally.
        case several([Chat])
        case nothing
    }

    private let chats: [Chat]
    /// The account's server, for an alias without one.
    private let server: String

    /// - Parameter chats: the chats, the most recently active first.
    package init(_ chats: [Chat], ownUserID: String) {
        self.chats = chats.filter { !$0.isSpace }
        server = UserID(ownUserID)?.server ?? ""
    }

    package func find(_ text: String) -> Finding {
        // An imported chat has no address.
        if let imported = chats.first(where: { $0.isImported && $0.id == text }) { return .one(imported) }
        switch MatrixAddress(text, server: server) {
        case .room(let address)?:
            let known = chats.filter { $0.id == address.name || $0.canonicalAlias == address.name }
            if !known.isEmpty { return Self.finding(known) }
        case .person(let person)?:
            let direct = chats.filter { $0.directUserID == person.description }
            if let chat = direct.first(where: \.goesOn) ?? direct.first { return .one(chat) }
        case nil: break
        }
        let wanted = Self.shown(text.trimmed)
        let same = chats.filter { Self.name(of: $0) == wanted }
        if !same.isEmpty { return Self.finding(same) }
        return Self.finding(chats.filter { Self.name(of: $0).lowercased() == wanted.lowercased() })
    }

    /// Returns the name as lists show it.
    package static func name(of chat: Chat) -> String { shown(Naming.chat(chat)) }

    /// Returns the displayed form of a text, since people copy names from the screen.
    private static func shown(_ text: String) -> String { DisplayText(sanitizing: text).string }

    /// Selects a match. Chats that were left or upgraded count only if there is no other.
    private static func finding(_ chats: [Chat]) -> Finding {
        let live = chats.filter(\.goesOn)
        guard let one = live.count == 1 ? live.first : chats.count == 1 ? chats.first : nil else {
            return chats.isEmpty ? .nothing : .several(live.isEmpty ? chats : live)
        }
        return .one(one)
    }
}

extension Chat {
    fileprivate var goesOn: Bool { membership == .joined && replacement == nil }
}
