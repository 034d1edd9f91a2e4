/// Requests for lines in the outbox.
package enum OutboxRequestEvent: RoutedEvent {
    /// Withdraws a line, so that it isn't sent.
    case withdrawing(id: String, chatID: String)
    /// Retries a refused line with the same transaction ID.
    case resending(id: String, chatID: String)
    /// Sends lines encrypted although the chat's encryption state is missing.
    case sendingWithoutState(chatID: String)
    /// A request can't be fulfilled. The notice appears in the place of the request, which is named like a draft's
    /// place.
    case refused(ComposerNotice, place: String)
}
