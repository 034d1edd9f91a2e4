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
struct OutboxRequestEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: OutboxRequestEvent) {
        switch event {
        case .withdrawing(let id, let chatID): effects.outboxArchive.withdraw(lineID: id, askedAt: place(in: chatID))
        case .resending(let id, let chatID): effects.outboxArchive.retry(lineID: id, askedAt: place(in: chatID))
        case .sendingWithoutState(let chatID): effects.outboxArchive.sendWithoutState(chatID: chatID)
        case .refused(let notice, let place):
            state.composer.showNotice(notice, at: place)
        }
    }

    /// Returns the key of the chat or thread where the user made the request. A notice about it appears there.
    private func place(in chatID: String) -> String {
        chatID == state.composer.chatID ? state.composer.draftPlace ?? chatID : chatID
    }
}
