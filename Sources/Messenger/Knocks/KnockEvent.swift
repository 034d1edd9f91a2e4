/// Letting in people who ask to come into a chat.
package enum KnockEvent: RoutedEvent {
    case admitting(userID: String, chatID: String)
}
