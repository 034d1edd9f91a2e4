/// The counts of items that wait for the user or for the server.
package struct ConnectionCounts: Hashable, Sendable {
    /// The number of items that the server refused permanently.
    package var refused = 0
    package var unsent = 0
    package var unread = 0

    package init(refused: Int = 0, unsent: Int = 0, unread: Int = 0) {
        self.refused = refused
        self.unsent = unsent
        self.unread = unread
    }

    package static func + (left: ConnectionCounts, right: ConnectionCounts) -> ConnectionCounts {
        ConnectionCounts(
            refused: left.refused + right.refused, unsent: left.unsent + right.unsent,
            unread: left.unread + right.unread)
    }
}
