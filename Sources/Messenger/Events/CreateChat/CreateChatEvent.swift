/// Making a chat with a person.
package enum CreateChatEvent {
    case changed(text: String)
    /// Enter was pressed on a Matrix ID.
    case creatingChat(text: String)
    case created(chatID: String, userID: String)
    /// With the reason in a person's words.
    case createChatFailed(reason: String)
}
