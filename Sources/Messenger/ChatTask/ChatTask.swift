package import Conversations

/// Something that the homeserver is to do with a chat or a person for the account.
package enum ChatTask: Hashable, Sendable {
    case set(ChatSetting, chatID: String)
    /// All up to the event counts as read.
    case markRead(chatID: String, eventID: String?)
    /// Joins the chat in which another one goes on.
    case follow(ChatReplacement, from: String)
    /// Takes a chat that was left away for good, here and from the account.
    case forget(chatID: String)
    /// Whether the chat is part of a space.
    case place(chatID: String, spaceID: String, isIn: Bool)
    /// A space with the chat in it.
    case makeSpace(name: String, chatID: String)
    /// Whether a person's messages and invitations are kept away.
    case ignore(userID: String, Bool)

    /// The chat that it is about; `nil` where it is about a person.
    var chatID: String? {
        switch self {
        case .set(_, let chatID), .markRead(let chatID, _), .follow(_, let chatID), .forget(let chatID),
            .place(let chatID, _, _), .makeSpace(_, let chatID):
            chatID
        case .ignore: nil
        }
    }
}
