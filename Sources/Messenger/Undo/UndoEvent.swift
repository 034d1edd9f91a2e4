/// What is done about the last change that can be taken back.
package enum UndoEvent: RoutedEvent {
    /// Something was done that can be taken back.
    case did(ReversibleChange)
    case takingBack
}
