/// A part of a chat's timeline, oldest first, without the events that only change others.
package struct MessageWindow: Hashable, Sendable {
    package var messages: [PlacedMessage]
    /// The gaps whose position is within the window.
    package var gaps: [TimelineGap]
    /// Whether this device has older messages than the first, or a gap before it.
    package var hasOlder: Bool
    /// Whether this device has newer messages than the last.
    package var hasNewer: Bool
    /// The position of the newest event on this device, shown or not; `nil` if the window doesn't reach it.
    package var end: Int64?

    package init(messages: [PlacedMessage], gaps: [TimelineGap], hasOlder: Bool, hasNewer: Bool, end: Int64? = nil) {
        self.messages = messages
        self.gaps = gaps
        self.hasOlder = hasOlder
        self.hasNewer = hasNewer
        self.end = end
    }

    package static let empty = MessageWindow(messages: [], gaps: [], hasOlder: false, hasNewer: false)
}
