package import Conversations

/// What is asked of one message. A question about it may still be answered once another chat is open.
package enum MessageActionEvent: RoutedEvent {
    /// The next line answers it.
    case replying(to: OutboxLine.Target)
    /// The next line replaces it; a line that never left comes back to be written anew.
    case editing(OutboxLine.Target)
    case deleting(OutboxLine.Target, reason: String, chatID: String)
    /// Gives a sign, or takes it back where it is given.
    case reacting(to: OutboxLine.Target, key: String, chatID: String)
    case forwarding(OutboxLine.Target, chatID: String, toChatID: String)
    /// Shows what a message hides, or hides it again.
    case turningSpoilers(of: String)
    /// What was refused is sent again, by its line.
    case resending(lineID: String, chatID: String)
    case withdrawing(lineID: String, chatID: String)
}
