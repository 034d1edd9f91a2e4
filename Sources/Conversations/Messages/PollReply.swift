/// A reply to a poll: an answer, or its end.
package struct PollReply: Hashable, Sendable {
    package enum What: Hashable, Sendable {
        /// The identifiers of the chosen answers; an empty list withdraws an earlier answer.
        case answers([String])
        case end
    }

    package let eventID: String
    /// The Matrix ID.
    package let sender: String
    /// Milliseconds since 1970.
    package let timestamp: Int64
    package let what: What

    package init(eventID: String, sender: String, timestamp: Int64, what: What) {
        self.eventID = eventID
        self.sender = sender
        self.timestamp = timestamp
        self.what = what
    }
}
