/// Messages are missing before a place in the timeline; the token asks the server for them.
package struct TimelineGap: Hashable, Sendable {
    /// The place of the oldest message after the gap, as a window shows them.
    package let position: Int64
    /// The place of the oldest event after the gap; another one than ``position`` where that is an edit, a reaction or a
    /// redaction, which no window shows.
    package let anchor: Int64
    /// For `messages` with `dir=b`, opaque.
    package let token: String

    package init(position: Int64, anchor: Int64? = nil, token: String) {
        self.position = position
        self.anchor = anchor ?? position
        self.token = token
    }
}
