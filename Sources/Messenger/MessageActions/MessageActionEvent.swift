package import Conversations

/// Actions on a message. A dialog about the message may still be answered after another chat was opened.
package enum MessageActionEvent: RoutedEvent {
    /// The next line is a reply to the message.
    case replying(to: OutboxLine.Target)
    /// The next line replaces the message. A line that was never sent returns to the composer.
    case editing(OutboxLine.Target)
    case deleting(OutboxLine.Target, reason: String, chatID: String)
    /// Adds a reaction, or removes it if the user has already reacted with it.
    case reacting(to: OutboxLine.Target, key: String, chatID: String)
    case forwarding(OutboxLine.Target, chatID: String, toChatID: String)
    /// Shows or hides the spoilers of a message.
    case turningSpoilers(of: String)
    /// Sends a refused line again.
    case resending(lineID: String, chatID: String)
    case withdrawing(lineID: String, chatID: String)
}
