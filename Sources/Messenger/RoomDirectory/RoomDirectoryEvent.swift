package import MatrixAPI

/// Events of searching a server's public room directory.
package enum RoomDirectoryEvent: RoutedEvent {
    case opened
    case searching(String)
    /// The last rows are in view, so the next page is needed.
    case more
    /// Retries a failed request.
    case again
    /// - since: the token of the requested page; `nil` for the first.
    case listed(RoomQuery, since: String?, PublicRoomsPage)
    case failed(RoomQuery, FailureReason)
}
