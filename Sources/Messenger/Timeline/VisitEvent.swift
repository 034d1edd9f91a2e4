package import ViewModels

/// Going to a message of a chat, wherever it is, as long as that chat is open, and coming back.
package enum VisitEvent: RoutedEvent {
    case goingTo(eventID: String, chatID: String)
    /// To where the unread began when the chat was opened.
    case goingToUnread(chatID: String)
    /// A person went to the latest message on purpose, and has done with all before it.
    case wentToLatest(chatID: String)
    /// Where somebody stands, in the chat of an opening.
    case stood(ChatStand, opening: Int)
    /// Somebody goes elsewhere from there, by a message that leads back.
    ///
    /// - search: by which that message was found.
    case departed(search: Int? = nil)
    /// They are in the chat of that message.
    case arrived
    /// Back to where they were before that.
    case returning
    /// The chat of that place is open.
    case cameBack(VisitedPlace)
    /// Nothing leads back any more.
    case stayed
}
