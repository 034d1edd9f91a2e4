/// Messages are missing before a place in the timeline; the token asks the server for them.
package struct TimelineGap: Hashable, Sendable {
    /// How to ask for what is missing from its older end on.
    package struct Onward: Hashable, Sendable {
        /// For `messages` with `dir=f`, opaque.
        package let token: String
        /// After which event these stand: where another one is before the gap by now, the token says nothing.
        package let eventID: String

        package init(token: String, eventID: String) {
            self.token = token
            self.eventID = eventID
        }
    }

    /// The place of the oldest message after the gap, as a window shows them.
    package let position: Int64
    /// The place of the oldest event after the gap; another one than ``position`` where that is an edit, a reaction or a
    /// redaction, which no window shows.
    package let anchor: Int64
    /// For `messages` with `dir=b`, opaque.
    package let token: String
    /// `nil` where it is filled from its newer end alone.
    package let onward: Onward?

    package init(position: Int64, anchor: Int64? = nil, token: String, onward: Onward? = nil) {
        self.position = position
        self.anchor = anchor ?? position
        self.token = token
        self.onward = onward
    }
}
