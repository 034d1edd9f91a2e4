package import Conversations
package import MatrixAPI

/// What is asked of a poll.
package enum PollEvent: RoutedEvent {
    /// Chooses these answers and no others, by their identifiers; none takes back what was chosen.
    case answering(OutboxLine.Target, [String], form: PollForm, chatID: String)
    case ending(OutboxLine.Target, PollClosing, chatID: String)
}
