package import Conversations

/// What a person asks of a chat's details, and what the server says.
package enum ChatDetailsEvent: RoutedEvent {
    /// Of the open chat where none is named.
    case opening(chatID: String? = nil)
    case loaded(chatID: String, members: [ChatMember], power: ChatPowerSource, access: ChatAccess? = nil)
    /// Whether the own server lists it for everybody.
    case listed(chatID: String, Bool)
    /// A field is opened, or closed with `nil`.
    case editing(ChatDetailsField?)
    case changed(text: String)
    /// The text of the open field was accepted with Enter.
    case saving(text: String)
    case doing(ChatDetailsChange)
    /// The server did what was asked.
    case done(chatID: String)
    case failed(chatID: String, FailureReason)
}
