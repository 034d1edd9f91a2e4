import Conversations
package import Engine

/// Events of joining a chat by its address.
package enum JoinEvent: RoutedEvent {
    /// The reason is visible to the chat's members.
    case asked(RoomAddress, reason: String? = nil, from: JoinOrigin)
    /// The user asks the chat's members to be let in (knocks).
    case knocking(RoomAddress, reason: String? = nil, from: JoinOrigin)
    case joined(chatID: String, RoomAddress, from: JoinOrigin)
    case knocked(RoomAddress, from: JoinOrigin)
    case refused(RoomAddress, from: JoinOrigin, JoinError)
}

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

extension Chat {
    /// Makes a chat that was joined but hasn't arrived with the sync yet.
    static func justJoined(_ chatID: String, as address: RoomAddress, now: Int64) -> Chat {
        var chat = Chat(id: chatID, membership: .joined)
        if address.name != chatID { chat.canonicalAlias = address.name }
        chat.lastActivity = now
        return chat
    }
}

/// Events of answering people who knock on a chat.
package enum KnockEvent: RoutedEvent {
    case admitting(userID: String, chatID: String)
}
