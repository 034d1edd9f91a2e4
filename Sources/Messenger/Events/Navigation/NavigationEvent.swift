/// Where a person wants to go.
package enum NavigationEvent {
    case next
    case previous
    /// The place in the list, counted from 1.
    case place(Int)
    case catchUp
    case lastVisited
    case newChat
    case back
    case helpOpened
}
