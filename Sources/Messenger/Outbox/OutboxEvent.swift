package import Conversations

/// Changes of lines in the outbox.
package enum OutboxEvent: RoutedEvent {
    /// A line is on disk and waits to be sent.
    case accepted(OutboxLine)
    case sent(id: String, eventID: String)
    /// The timeline showed a line before the server's response arrived.
    case echoed(id: String)
    /// A line was refused for good.
    case failed(id: String, reason: LineRefusal)
    /// Lines were withdrawn: a line, and the changes of it that waited for it.
    case withdrawn(ids: [String])
    /// A line was changed or is retried as requested, and waits to be sent.
    case requeued(OutboxLine)
    /// The sent event can't be decrypted: the line is sent again, or stays refused.
    case repeated(OutboxLine)
    /// The number of uploaded bytes of a line's file; `nil` if no upload is running any more.
    case uploading(id: String, sent: Int64?)
    /// A request with a line began, or is known to have reached no server.
    case left(id: String, mayHaveLeft: Bool)
}
