/// The way in for taking back.
@MainActor
struct UndoEventRouter: EventRouter {
    struct Models {
        let undo: UndoModel
    }

    private let models: Models
    private let handler: UndoHandler
    private let queue: EventQueue

    func route(_ event: UndoEvent) {
        switch event {
        case .did(let change): models.undo.did(change)
        case .takingBack:
            guard let change = models.undo.takeLast() else { return }
            takeBack(change)
        }
        handler.changed()
    }

    private func takeBack(_ change: ReversibleChange) {
        switch change {
        case .withdrew(let text, let chatID), .leftEdit(let text, let chatID):
            queue.post(ComposerEvent.givenBack(text: text, chatID: chatID))
        case .set, .markedRead, .ignored:
            if let task = change.reverse { queue.post(ChatTaskEvent.asked(task)) }
        }
    }
}

extension UndoEventRouter {
    init(_ session: SessionParts) {
        self.init(models: Models(undo: session.models.undo), handler: session.handlers.undo, queue: session.queue)
    }
}
