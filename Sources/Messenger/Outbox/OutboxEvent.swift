package import Conversations

/// What is asked of lines in the outbox, or happened to them, beside being sent.
package enum OutboxEvent: RoutedEvent {
    /// A change of a message, or a message for another chat, is to be kept and sent.
    case adding(OutboxLine)
    /// A line shall not be sent any more.
    case withdrawing(id: String)
    /// Lines are gone: one, and changes of it that waited for it.
    case withdrawn(ids: [String])
    /// A line that has not left shall say something else.
    case rewriting(id: String, body: String, formattedBody: String?, content: String)
    /// A line that was refused is to be tried again under the same transaction identifier.
    case resending(id: String)
    /// A line is as it was asked to be and waits to be sent.
    case requeued(OutboxLine)
    /// A request with a line began, or is known not to have reached anyone.
    case left(id: String, mayHaveLeft: Bool)
    /// What was asked can't be.
    case refused(ComposerNotice)
}
