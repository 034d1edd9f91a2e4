package import Conversations

/// Requests of the user about chat details, and responses of the server.
package enum ChatDetailsEvent: RoutedEvent {
    /// Opens the details of a chat, by default of the open one.
    case opening(chatID: String? = nil)
    case loaded(chatID: String, members: [ChatMember], power: ChatPowerSource, access: ChatAccess? = nil)
    /// Whether the own server's room directory lists the chat.
    case listed(chatID: String, Bool)
    /// A field is opened, or closed with `nil`.
    case editing(ChatDetailsField?)
    case changed(text: String)
    /// The text of the open field was accepted with Enter.
    case saving(text: String)
    case doing(ChatDetailsChange)
    /// The server made the change.
    case done(chatID: String)
    case failed(chatID: String, FailureReason)
}
