/// Events of moving between chats and screens.
package enum NavigationEvent: RoutedEvent {
    case next
    case previous
    /// The position in the chat list, counted from 1.
    case place(Int)
    case catchUp
    case lastVisited
    case newChat
    /// Opens the list of chats to go to.
    case goTo
    /// Closes a list or form and returns to the previous screen.
    case back
    case helpOpened
}
