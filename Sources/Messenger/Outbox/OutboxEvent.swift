package import Conversations

/// What happened to lines in the outbox.
package enum OutboxEvent: RoutedEvent {
    /// A line is on disk and waits to be sent.
    case accepted(OutboxLine)
    case sent(id: String, eventID: String)
    /// The timeline showed a line before the server's answer to it came.
    case echoed(id: String)
    /// A line was refused for good.
    case failed(id: String, reason: LineRefusal)
    /// Lines are gone: one, and changes of it that waited for it.
    case withdrawn(ids: [String])
    /// A line is as it was asked to be and waits to be sent.
    case requeued(OutboxLine)
    /// The sent form of a line can't be read: it goes out once more, or stays refused.
    case repeated(OutboxLine)
    /// So many bytes of a line's file went out; `nil`: none are on their way any more.
    case uploading(id: String, sent: Int64?)
    /// A request with a line began, or is known not to have reached anyone.
    case left(id: String, mayHaveLeft: Bool)
}
