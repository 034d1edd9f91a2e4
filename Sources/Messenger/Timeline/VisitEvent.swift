/// Going to a message of a chat, wherever it is, as long as that chat is open.
package enum VisitEvent: RoutedEvent {
    case goingTo(eventID: String, chatID: String)
    /// Back to where one was, and nothing is selected there.
    case returning(eventID: String, chatID: String)
    /// To where the unread began when the chat was opened.
    case goingToUnread(chatID: String)
    /// A person went to the latest message on purpose, and has done with all before it.
    case wentToLatest(chatID: String)
}
