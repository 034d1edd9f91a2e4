/// Where a person wants to go.
package enum NavigationEvent: RoutedEvent {
    case next
    case previous
    /// The place in the list, counted from 1.
    case place(Int)
    case catchUp
    case lastVisited
    case newChat
    /// Opens the list of chats to go to.
    case goTo
    /// From a list or a form to where one was before.
    case back
    case helpOpened
}
