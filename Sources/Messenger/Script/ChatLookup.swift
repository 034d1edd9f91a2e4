package import Conversations
import MatrixAPI
import MatrixClient
import ViewModels

/// Finds the chat that somebody without a screen names: by its name, its alias, its identifier, or the person whom one talks to in it.
package struct ChatLookup: Sendable {
    package enum Finding: Hashable, Sendable {
        case one(Chat)
        /// Nothing tells which of them is meant.
        case several([Chat])
        case nothing
    }

    private let chats: [Chat]
    /// The account's own, which an alias without one is of.
    private let server: String

    /// - Parameter chats: the newest activity first.
    package init(_ chats: [Chat], ownUserID: String) {
        self.chats = chats.filter { !$0.isSpace }
        server = UserID(ownUserID)?.server ?? ""
    }

    package func find(_ text: String) -> Finding {
        // What a file told of a chat has no address.
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

    /// As lists have it.
    package static func name(of chat: Chat) -> String { shown(Naming.chat(chat)) }

    /// A person copies what they see.
    private static func shown(_ text: String) -> String { DisplayText(sanitizing: text).string }

    /// A chat that was left, or that goes on elsewhere, is meant where no other is.
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
