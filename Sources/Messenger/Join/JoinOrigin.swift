/// Where somebody asked to join a chat, who is told there what came of it.
package enum JoinOrigin: Hashable, Sendable {
    /// A command, whose line comes back where it is refused.
    case line(TypedLine)
    /// A link in a message of this chat.
    case chat(String)
    /// The form for a new chat.
    case form
    /// The row of a chat of a space.
    case chatList
    /// The list of chats that a server lists.
    case directory
    /// A command typed into the filter of the chat list. The notice line has its outcome.
    case listCommand

    /// `nil` for the form and the lists.
    var chatID: String? {
        switch self {
        case .line(let typed): typed.chatID
        case .chat(let chatID): chatID
        case .form, .chatList, .directory, .listCommand: nil
        }
    }
}
