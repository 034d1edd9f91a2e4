/// What the person is told about taking back.
enum UndoNotice: Hashable {
    case did(ReversibleChange)
    case tookBack(ReversibleChange)
}
