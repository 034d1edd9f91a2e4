/// A read receipt of a person in a chat (`m.read`), or in one of its threads.
package struct ReadReceipt: Hashable, Sendable {
    package let userID: String
    package let eventID: String
    /// Milliseconds since 1970; 0 if the server didn't say.
    package let timestamp: Int64
    /// The root event of the thread; `nil` for a receipt that is unthreaded or in the main thread.
    package let threadID: String?

    package init(userID: String, eventID: String, timestamp: Int64, threadID: String? = nil) {
        self.threadID = threadID
        self.userID = userID
        self.eventID = eventID
        self.timestamp = NumberLimits.time(timestamp)
    }
}
