package import Conversations

/// Making a chat with people.
package enum CreateChatEvent: RoutedEvent {
    /// Somebody wants a new chat, with a person where they are known; or people in one that is there.
    case started(with: ChatPerson?, for: CreateChatPurpose = .newChat)
    /// What is typed where people are added.
    case changed(text: String)
    case changing(GroupChange)
    /// Adds whom the text means best, or the person where one was chosen.
    case adding(text: String, person: ChatPerson?)
    case removing(userID: String)
    /// The server's directory answered.
    case answered(DirectoryAnswer)
    case creatingChat
    case created(chatID: String, NewChat)
    case createChatFailed(NewChat, CreateChatFailure)
}
