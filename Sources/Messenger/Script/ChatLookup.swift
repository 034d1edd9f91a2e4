package import Conversations
import MatrixAPI
import MatrixClient
import ViewModels

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
