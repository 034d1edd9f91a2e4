/// The account's read position in a thread.
package struct ThreadRead: Hashable, Sendable {
    /// The root event of the thread.
    package let threadID: String
    /// The last event that was read.
    package let eventID: String

    package init(threadID: String, eventID: String) {
        self.threadID = threadID
        self.eventID = eventID
    }
}
