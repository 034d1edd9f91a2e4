/// How far the account has read in a thread.
package struct ThreadRead: Hashable, Sendable {
    /// The event with which the thread began.
    package let threadID: String
    /// The last that was read.
    package let eventID: String

    package init(threadID: String, eventID: String) {
        self.threadID = threadID
        self.eventID = eventID
    }
}
