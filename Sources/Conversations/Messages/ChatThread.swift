/// A thread of a chat, as a thread list shows it (client-server API, "Threading").
package struct ChatThread: Hashable, Sendable {
    /// The root event of the thread.
    package let threadID: String
    /// The root message of the thread; `nil` if this device doesn't have it.
    package let root: Message?
    package let summary: ThreadSummary

    package init(threadID: String, root: Message?, summary: ThreadSummary) {
        self.threadID = threadID
        self.root = root
        self.summary = summary
    }
}
