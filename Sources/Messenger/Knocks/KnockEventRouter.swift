/// Events of answering people who knock on a chat.
package enum KnockEvent: RoutedEvent {
    case admitting(userID: String, chatID: String)
}

/// Handles the events of answering people who knock on a chat.
@MainActor
struct KnockEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: KnockEvent) {
        switch event {
        case .admitting(let userID, let chatID):
            if chatID == state.chatDetails.chatID { state.chatDetails.beginWork() }
            // An invitation answers a knock (client-server API, "Knocking on rooms").
            effects.chatDetails.invite(userID, to: chatID)
        }
    }
}
