/// A gap: messages are missing before a position in the timeline. The token requests them from the server.
package struct TimelineGap: Hashable, Sendable {
    /// The data for filling the gap from its older end.
    package struct Onward: Hashable, Sendable {
        /// For `messages` with `dir=f`, opaque.
        package let token: String
        /// The event before the gap to which the token belongs. If another event precedes the gap by now, the token
        /// is invalid.
        package let eventID: String

        package init(token: String, eventID: String) {
            self.token = token
            self.eventID = eventID
        }
    }

    /// The position of the oldest message after the gap that a window shows.
    package let position: Int64
    /// The position of the oldest event after the gap. It differs from ``position`` if that event is an edit, a
    /// reaction or a redaction, which no window shows.
    package let anchor: Int64
    /// For `messages` with `dir=b`, opaque.
    package let token: String
    /// The data for filling the gap from its older end; `nil` if it can be filled only from its newer end.
    package let onward: Onward?

    package init(position: Int64, anchor: Int64? = nil, token: String, onward: Onward? = nil) {
        self.position = position
        self.anchor = anchor ?? position
        self.token = token
        self.onward = onward
    }
}
