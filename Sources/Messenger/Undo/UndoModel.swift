/// The user's actions that can be undone, in order; the last is undone first.
@MainActor
final class UndoModel {
    private var changes: [ReversibleChange] = []
    /// The notice to show.
    private(set) var notice: UndoNotice?
    /// Increases with each notice.
    private(set) var count = 0

    /// The action that would be undone now.
    var last: ReversibleChange? { changes.last }

    func did(_ change: ReversibleChange) {
        changes.append(change)
        if changes.count > Self.limit { changes.removeFirst() }
        tell(.did(change))
    }

    /// - Returns: the action to undo.
    func takeLast() -> ReversibleChange? {
        guard let change = changes.popLast() else { return nil }
        tell(.tookBack(change))
        return change
    }

    /// Removes an action that failed.
    func forget(_ task: ChatTask) {
        guard let index = changes.lastIndex(where: { $0.task == task }) else { return }
        changes.remove(at: index)
    }

    private func tell(_ notice: UndoNotice) {
        self.notice = notice
        count += 1
    }

    /// The most actions that are kept.
    private static let limit = 100
}
