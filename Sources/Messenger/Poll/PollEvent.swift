package import Conversations
package import MatrixAPI

/// Actions on a poll.
package enum PollEvent: RoutedEvent {
    /// Votes for exactly these answers, by their identifiers. An empty list withdraws the vote.
    case answering(OutboxLine.Target, [String], form: PollForm, chatID: String)
    case ending(OutboxLine.Target, PollClosing, chatID: String)
}
