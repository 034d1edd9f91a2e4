/// What waits for the person or for the server, counted.
package struct ConnectionCounts: Hashable, Sendable {
    /// What the server refused for good.
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
