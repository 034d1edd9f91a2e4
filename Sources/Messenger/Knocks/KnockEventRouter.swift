/// Events of answering people who knock on a chat.
package enum KnockEvent: RoutedEvent {
    case admitting(userID: String, chatID: String)
}

/// Handles the events of answering people who knock on a chat.
@MainActor
struct KnockEventRouter: EventRouter {
    private let model: ChatDetailsModel
    private let endpoint: ChatDetailsEndpoint
    private let handler: ChatDetailsHandler

    func route(_ event: KnockEvent) {
        switch event {
        case .admitting(let userID, let chatID):
            if chatID == model.chatID { model.beginWork() }
            // An invitation answers a knock (client-server API, "Knocking on rooms").
            endpoint.invite(userID, to: chatID)
        }
        handler.changed()
    }
}

extension KnockEventRouter {
    init(_ session: SessionParts) {
        self.init(
            model: session.models.chatDetails,
            endpoint: ChatDetailsEndpoint(session.endpointParts),
            handler: session.handlers.chatDetails)
    }
}
