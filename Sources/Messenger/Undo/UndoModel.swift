/// What the person did that can be taken back, the last first to be.
@MainActor
final class UndoModel {
    private var changes: [ReversibleChange] = []
    /// What is to be told.
    private(set) var notice: UndoNotice?
    /// Rises with each thing to tell.
    private(set) var count = 0

    /// What would be taken back now.
    var last: ReversibleChange? { changes.last }

    func did(_ change: ReversibleChange) {
        changes.append(change)
        if changes.count > Self.limit { changes.removeFirst() }
        tell(.did(change))
    }

    /// - Returns: what is to be taken back.
    func takeLast() -> ReversibleChange? {
        guard let change = changes.popLast() else { return nil }
        tell(.tookBack(change))
        return change
    }

    /// It was not done after all.
    func forget(_ task: ChatTask) {
        guard let index = changes.lastIndex(where: { $0.task == task }) else { return }
        changes.remove(at: index)
    }

    private func tell(_ notice: UndoNotice) {
        self.notice = notice
        count += 1
    }

    /// More than anyone goes back.
    private static let limit = 100
}
