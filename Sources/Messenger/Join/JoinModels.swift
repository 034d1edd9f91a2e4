import Conversations
import MatrixAPI
import ViewModels

/// The argument of a join command: the chat's address and a reason.
struct JoinArgument: Hashable {
    let address: RoomAddress
    /// The reason that the chat's members can read; `nil` if none was typed.
    let reason: String?

    /// - Parameters:
    ///   - text: the typed text, such as `#garden:example.org I am Bo's sister`.
    ///   - server: the account's server, for an address without one.
    /// - Returns: `nil` if the text doesn't begin with an address.
    init?(_ text: String, server: String) {
        let text = text.trimmed
        let first = text.prefix { !$0.isWhitespace }
        guard let room = MatrixAddress(String(first), server: server)?.room else { return nil }
        address = room
        let rest = String(text.dropFirst(first.count)).trimmed
        reason = rest.isEmpty ? nil : rest
        // A short alias followed by words is ambiguous: the words may be a reason or a part of the name.
        guard reason == nil || first.contains(":") || first.first != "#" else { return nil }
    }
}

/// The place where a join started, which also shows its outcome.
package enum JoinOrigin: Hashable, Sendable {
    /// A typed command. Its text is restored if the join is refused.
    case line(TypedLine)
    /// A link in a message of this chat.
    case chat(String)
    /// The form for a new chat.
    case form
    /// The row of a chat in a space.
    case chatList
    /// The room directory of a server.
    case directory
    /// A command typed into the filter of the chat list. The outcome appears in the notification line.
    case listCommand

    /// The chat where the join started; `nil` for the form and the lists.
    var chatID: String? {
        switch self {
        case .line(let typed): typed.chatID
        case .chat(let chatID): chatID
        case .form, .chatList, .directory, .listCommand: nil
        }
    }
}

/// The reason why a join failed.
package enum JoinError: Error, Hashable, Sendable {
    case notFound
    /// Only invited people can join, according to the server.
    case needsInvitation
    /// The chat accepts knocks.
    case takesKnocks
    case other(FailureReason)

    /// Returns the error message in one line. It may contain text from the server.
    package func text(_ address: RoomAddress) -> String {
        switch self {
        case .notFound: .words("join.not-found", ["chat": address.name])
        case .needsInvitation: .words("join.needs-invitation", ["chat": address.name])
        case .takesKnocks: .words("join.takes-knocks", ["chat": address.name])
        case .other(let reason): .words("join.refused", ["chat": address.name, "reason": reason.text])
        }
    }
}

extension Chat {
    /// Makes a chat that was joined but hasn't arrived with the sync yet.
    static func justJoined(_ chatID: String, as address: RoomAddress, now: Int64) -> Chat {
        var chat = Chat(id: chatID, membership: .joined)
        if address.name != chatID { chat.canonicalAlias = address.name }
        chat.lastActivity = now
        return chat
    }
}
