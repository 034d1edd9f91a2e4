/// Messages are missing before a place in the timeline; the token asks the server for them.
package struct TimelineGap: Hashable, Sendable {
    /// The place of the oldest message after the gap.
    package let position: Int64
    /// For `messages` with `dir=b`, opaque.
    package let token: String

    package init(position: Int64, token: String) {
        self.position = position
        self.token = token
    }
}
