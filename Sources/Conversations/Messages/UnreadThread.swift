/// A thread in which something is new to the account.
package struct UnreadThread: Hashable, Sendable {
    /// The event with which it began.
    package let threadID: String
    /// What is new, the oldest first.
    package let messages: [Message]

    package init(threadID: String, messages: [Message]) {
        self.threadID = threadID
        self.messages = messages
    }
}
