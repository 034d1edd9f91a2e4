/// A notice about an action that can be undone, or was.
enum UndoNotice: Hashable {
    case did(ReversibleChange)
    case tookBack(ReversibleChange)
}
