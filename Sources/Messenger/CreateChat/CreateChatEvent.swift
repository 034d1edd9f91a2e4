package import Conversations
package import Engine

/// Events for creating a chat and inviting people.
package enum CreateChatEvent: RoutedEvent {
    /// The user creates a chat, with a certain person if one is given, or invites people to an existing chat.
    case started(with: ChatPerson?, for: CreateChatPurpose = .newChat)
    /// The text in the field for people has changed.
    case changed(text: String)
    case changing(GroupChange)
    /// Adds the best match of the text, or the person that was chosen.
    case adding(text: String, person: ChatPerson?)
    case removing(userID: String)
    /// The server's user directory answered.
    case answered(DirectoryResponse)
    case creatingChat
    case created(chatID: String, NewChat)
    case createChatFailed(NewChat, CreateChatFailureReason)
}

/// A decision about a chat that will be a group.
package enum GroupChange: Hashable, Sendable {
    case name(String)
    /// Turns encryption on or off.
    case encryption
}
