/// A thread of a chat, as a list of them shows it (client-server API, "Threading").
package struct ChatThread: Hashable, Sendable {
    /// The event with which it began.
    package let threadID: String
    /// The message with which it began; `nil` where this device doesn't have it.
    package let root: Message?
    package let summary: ThreadSummary

    package init(threadID: String, root: Message?, summary: ThreadSummary) {
        self.threadID = threadID
        self.root = root
        self.summary = summary
    }
}
