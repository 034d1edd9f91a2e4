/// A thread with unread messages.
package struct UnreadThread: Hashable, Sendable {
    /// The root event of the thread.
    package let threadID: String
    /// The number of unread messages of others, at most ``countLimit``.
    package let count: Int
    /// Whether an unread message mentions the account or everybody.
    package let isMention: Bool

    /// The limit of the count; no exact number is needed above it.
    package static let countLimit = 500

    package init(threadID: String, count: Int, isMention: Bool) {
        self.threadID = threadID
        self.count = count
        self.isMention = isMention
    }
}
