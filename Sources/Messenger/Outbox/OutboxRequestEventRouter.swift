/// The way in for what is asked of lines in the outbox.
@MainActor
struct OutboxRequestEventRouter: EventRouter {
    private let composer: ComposerModel
    private let archive: OutboxArchive
    private let handlers: SessionHandlers

    func route(_ event: OutboxRequestEvent) {
        switch event {
        case .withdrawing(let id, let chatID): archive.withdraw(lineID: id, chatID: chatID)
        case .resending(let id, let chatID): archive.retry(lineID: id, chatID: chatID)
        case .refused(let notice, let chatID):
            composer.tell(notice, at: chatID == composer.chatID ? composer.draftPlace ?? chatID : chatID)
            handlers.composer.changed()
        }
    }
}

extension OutboxRequestEventRouter {
    init(_ session: SessionParts) {
        self.init(
            composer: session.models.composer, archive: session.outboxArchive, handlers: session.handlers)
    }
}
