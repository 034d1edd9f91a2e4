import Engine
package import ViewModels

/// Events of moving to a message of the open chat, and of coming back.
package enum JumpEvent: RoutedEvent {
    case goingTo(eventID: String, chatID: String)
    /// The user goes to the first message that was unread when the chat was opened.
    case goingToUnread(chatID: String)
    /// The user went to the latest message deliberately; everything before it counts as read.
    case wentToLatest(chatID: String)
    /// The screen reports its scroll position in the chat, with the ``TimelineModel/opening`` of the chat.
    case stood(ScrollPosition, opening: Int)
    /// The user leaves a place for a message, and can come back.
    ///
    /// - search: the search that found the message.
    case departed(search: Int? = nil)
    /// The chat of that message is open.
    case arrived
    /// The user goes back to the previous place.
    case returning
    /// The chat of that place is open.
    case cameBack(JumpOrigin)
    /// The places to go back to are dropped.
    case stayed
}
