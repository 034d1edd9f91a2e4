/// Going to a message of the open chat, wherever it is.
package enum VisitEvent: RoutedEvent {
    case goingTo(eventID: String)
    /// To where the unread began when the chat was opened.
    case goingToUnread
    /// A person went to the latest message on purpose, and has done with all before it.
    case wentToLatest
}
