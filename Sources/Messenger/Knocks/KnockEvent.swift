/// Events of answering people who knock on a chat.
package enum KnockEvent: RoutedEvent {
    case admitting(userID: String, chatID: String)
}
