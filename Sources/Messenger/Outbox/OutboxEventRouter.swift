import Conversations

/// The way in for all that is asked of lines in the outbox.
@MainActor
struct OutboxEventRouter: EventRouter {
    struct Models {
        let outbox: OutboxModel
        let composer: ComposerModel
    }

    private let models: Models
    private let archive: OutboxArchive
    private let outbox: OutboxEndpoint
    private let handler: OutboxEventHandler
    private let queue: EventQueue

    func route(_ event: OutboxEvent) {
        switch event {
        case .adding(let line):
            archive.add(line)
        case .withdrawing(let id):
            archive.withdraw(lineID: id)
        case .withdrawn(let ids):
            let chatIDs = models.outbox.chatIDs(of: ids)
            let typed = models.outbox.lines.filter { $0.purpose == .message && $0.kind.isTyped }
            for line in typed where ids.contains(line.id) {
                let words = ComposedLine.typed(line.body, isEmote: line.isEmote)
                queue.post(UndoEvent.did(.withdrew(line: words, chatID: line.chatID)))
            }
            models.outbox.remove(ids)
            outbox.withdrew(ids)
            handler.linesChanged(chatIDs: chatIDs)
        case .rewriting(let id, let body, let formattedBody, let content):
            archive.rewrite(lineID: id, body: body, formattedBody: formattedBody, content: content)
        case .resending(let id):
            archive.retry(lineID: id)
        case .requeued(let line):
            models.outbox.replace(line)
            outbox.send(line)
            handler.linesChanged(chatIDs: [line.chatID])
        case .left(let id, let mayHaveLeft):
            models.outbox.setMayHaveLeft(mayHaveLeft, id: id)
            handler.linesChanged(chatIDs: models.outbox.chatIDs(of: [id]))
        case .refused(let notice):
            models.composer.tell(notice)
            handler.refused()
        }
    }
}

extension OutboxEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(outbox: models.outbox, composer: models.composer),
            archive: session.outboxArchive, outbox: session.outbox, handler: OutboxEventHandler(session.handlers),
            queue: session.queue)
    }
}
