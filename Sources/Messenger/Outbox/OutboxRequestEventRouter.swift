/// Requests for lines in the outbox.
package enum OutboxRequestEvent: RoutedEvent {
    /// Withdraws a line, so that it isn't sent.
    case withdrawing(id: String, chatID: String)
    /// Retries a refused line with the same transaction ID.
    case resending(id: String, chatID: String)
    /// Sends lines encrypted although the chat's encryption state is missing.
    case sendingWithoutState(chatID: String)
    /// A request can't be fulfilled. The notice appears in the chat or thread where the user made the request, whose
    /// key is that of a draft.
    case refused(ComposerNotice, place: String)
}

/// Handles the requests for lines in the outbox.
@MainActor
struct OutboxRequestEventRouter: EventRouter {
    private let composer: ComposerModel
    private let archive: OutboxArchive
    private let handlers: SessionHandlers

    func route(_ event: OutboxRequestEvent) {
        switch event {
        case .withdrawing(let id, let chatID): archive.withdraw(lineID: id, askedAt: place(in: chatID))
        case .resending(let id, let chatID): archive.retry(lineID: id, askedAt: place(in: chatID))
        case .sendingWithoutState(let chatID): archive.sendWithoutState(chatID: chatID)
        case .refused(let notice, let place):
            composer.showNotice(notice, at: place)
            handlers.composer.changed()
        }
    }

    /// Returns the key of the chat or thread where the user made the request. A notice about it appears there.
    private func place(in chatID: String) -> String {
        chatID == composer.chatID ? composer.draftPlace ?? chatID : chatID
    }
}

extension OutboxRequestEventRouter {
    init(_ session: SessionParts) {
        self.init(
            composer: session.models.composer, archive: session.outboxArchive, handlers: session.handlers)
    }
}
