/// How far a person has read in a chat (`m.read`, unthreaded or in the main thread).
package struct ReadReceipt: Hashable, Sendable {
    package let userID: String
    package let eventID: String
    /// Milliseconds since 1970; 0 where the server didn't say.
    package let timestamp: Int64

    package init(userID: String, eventID: String, timestamp: Int64) {
        self.userID = userID
        self.eventID = eventID
        self.timestamp = timestamp
    }
}
