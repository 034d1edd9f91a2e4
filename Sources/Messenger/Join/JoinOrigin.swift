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
    /// A command typed into the filter of the chat list. The outcome appears in the notice line.
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
