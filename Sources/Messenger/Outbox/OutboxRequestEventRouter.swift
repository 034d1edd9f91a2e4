/// The way in for what is asked of lines in the outbox.
@MainActor
struct OutboxRequestEventRouter: EventRouter {
    private let composer: ComposerModel
    private let archive: OutboxArchive
    private let handlers: SessionHandlers

    func route(_ event: OutboxRequestEvent) {
        switch event {
        case .withdrawing(let id): archive.withdraw(lineID: id)
        case .resending(let id): archive.retry(lineID: id)
        case .refused(let notice):
            composer.tell(notice)
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
