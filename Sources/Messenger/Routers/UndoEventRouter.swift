import Engine

/// Routes the events of undoing.
@MainActor
struct UndoEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: UndoEvent) {
        switch event {
        case .did(let change): state.undo.did(change)
        case .takingBack:
            guard let change = state.undo.takeLast() else { return }
            takeBack(change)
        }
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
