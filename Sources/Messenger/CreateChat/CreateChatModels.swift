package import Conversations
package import Engine
package import ViewModels

/// The reason that there is no new chat.
package enum CreateChatUnavailableReason: Hashable, Sendable {
    case nobodyAdded
    /// The text does not identify a person.
    case partner(ChatPartner.InvalidReason)
    case failed(CreateChatFailureReason)
    /// An existing chat could not be joined by its address.
    case notJoined(RoomAddress, JoinError)

    package var text: DisplayText {
        switch self {
        case .nobodyAdded: .words("create-chat.add-somebody-first")
        case .partner(let flaw): DisplayText(sanitizing: flaw.text)
        case .notJoined(let address, let refusal): DisplayText(sanitizing: refusal.text(address))
        case .failed(.reason(let reason)): .words("create-chat.chat-was-not-made", ["reason": reason.text])
        case .failed(.notInvited(let userID, let reason, _)):
            .words("create-chat.not-invited", ["person": userID, "reason": reason.text])
        case .failed(.nothingReads(let userID)): .words("create-chat.nothing-reads", ["person": userID])
        case .failed(.devicesUnknown(let userID)): .words("create-chat.devices-unknown", ["person": userID])
        }
    }
}

/// The purpose of choosing people in the form.
package enum CreateChatPurpose: Hashable, Sendable {
    case newChat
    /// The people are invited to an existing chat.
    ///
    /// - text: the name that was typed elsewhere; it becomes the text of the field.
    case invitation(chatID: String, text: String)

    /// The existing chat.
    package var chatID: String? {
        guard case .invitation(let chatID, _) = self else { return nil }
        return chatID
    }
}

/// The answer of the server's user directory for a text.
package struct DirectoryResponse: Hashable, Sendable {
    /// The text that was searched for.
    package let text: String
    package let people: [ChatPerson]
    /// The reason that the directory didn't answer.
    package let problem: FailureReason?

    package init(text: String, people: [ChatPerson], problem: FailureReason?) {
        self.text = text
        self.people = people
        self.problem = problem
    }
}

/// A request to create a chat.
package struct NewChat: Hashable, Sendable {
    /// The Matrix IDs of the other people.
    package let userIDs: [String]
    /// The name of a group; `nil` if it has none.
    package let name: String?
    package let isDirect: Bool
    package let isEncrypted: Bool
    /// Whether the user has made no decision about encryption. The chat is then encrypted. If the partner can't read
    /// that, the user is asked before the chat is created.
    package let asksForEncryption: Bool

    package init(
        userIDs: [String], name: String?, isDirect: Bool, isEncrypted: Bool = false, asksForEncryption: Bool = false
    ) {
        self.userIDs = userIDs
        self.name = name
        self.isDirect = isDirect
        self.isEncrypted = isEncrypted
        self.asksForEncryption = asksForEncryption
    }
}

/// A suggestion for the text in the form for a new chat.
package struct Suggestion: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        case contact(Contact.Location)
        /// The person has a direct chat with the account.
        case chat
        case directory
        /// The person was given as a Matrix ID.
        case typed
    }

    package let person: ChatPerson
    package let source: Source
}

extension Chat {
    /// A placeholder for a chat that the server has created and the sync has not delivered yet.
    static func justCreated(_ chatID: String, as new: NewChat, now: Int64) -> Chat {
        var chat = Chat(id: chatID, membership: .joined)
        chat.directUserID = new.isDirect ? new.userIDs.first : nil
        chat.givenName = new.name
        chat.isEncrypted = new.isEncrypted || new.asksForEncryption
        chat.heroes = new.userIDs.map { ChatPerson(userID: $0, displayName: nil) }
        chat.lastActivity = now
        return chat
    }
}
