/// Events of undoing.
package enum UndoEvent: RoutedEvent {
    /// The user did something that can be undone.
    case did(ReversibleChange)
    case takingBack
}

/// Routes the events of undoing.
@MainActor
struct UndoEventRouter: EventRouter {
    private let model: UndoModel
    private let handler: UndoHandler
    private let queue: EventQueue

    func route(_ event: UndoEvent) {
        switch event {
        case .did(let change): model.did(change)
        case .takingBack:
            guard let change = model.takeLast() else { return }
            takeBack(change)
        }
        handler.changed()
    }

    private func takeBack(_ change: ReversibleChange) {
        switch change {
        case .withdrew(let typed), .leftEdit(let typed):
            queue.post(ComposerEvent.givenBack(typed))
        case .set, .markedRead, .ignored:
            if let task = change.reverse { queue.post(ChatTaskEvent.asked(task)) }
        }
    }
}

extension UndoEventRouter {
    init(_ session: SessionParts) {
        self.init(model: session.models.undo, handler: session.handlers.undo, queue: session.queue)
    }
}
