/// Events of sharing the server.
enum ShareEvent: RoutedEvent {
    case opened
    /// The user typed the address at which others reach the server.
    case sharing(address: String)
    case ending
    case done
    case failed(any Reason)
    /// Goes back one step.
    case left
}
