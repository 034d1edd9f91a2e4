/// What is asked of lines in the outbox.
package enum OutboxRequestEvent: RoutedEvent {
    /// A line shall not be sent any more.
    case withdrawing(id: String, chatID: String)
    /// A line that was refused is to be tried again under the same transaction identifier.
    case resending(id: String, chatID: String)
    /// Lines that wait for the encryption of their chat go out encrypted without it.
    case sendingWithoutState(chatID: String)
    /// What was asked can't be. It is told where it was asked, as drafts have their places.
    case refused(ComposerNotice, place: String)
}
