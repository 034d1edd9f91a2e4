/// Events of undoing.
package enum UndoEvent: RoutedEvent {
    /// The user did something that can be undone.
    case did(ReversibleChange)
    case takingBack
}
