/// What happens about sharing the server.
enum ShareEvent: RoutedEvent {
    case opened
    /// The address that others reach it at was typed.
    case sharing(address: String)
    case ending
    case done
    case failed(any Reason)
    /// One step back.
    case left
}
