package import MatrixAPI

/// Looking for a chat among those that a server lists for everybody.
package enum RoomDirectoryEvent: RoutedEvent {
    case opened
    case searching(String)
    /// The last rows are in view.
    case more
    /// The server is asked once more for what it did not list.
    case again
    /// - since: the page that was asked for, `nil` for the first.
    case listed(RoomQuery, since: String?, PublicRoomsPage)
    case failed(RoomQuery, FailureReason)
}
