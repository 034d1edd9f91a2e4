/// A thread in which something is new to the account.
package struct UnreadThread: Hashable, Sendable {
    /// The event with which it began.
    package let threadID: String
    /// How many messages of others are new, up to ``countLimit``.
    package let count: Int
    /// Whether one of them means the account, or everybody.
    package let isMention: Bool

    /// Who has left more than that unread wants no number.
    package static let countLimit = 500

    package init(threadID: String, count: Int, isMention: Bool) {
        self.threadID = threadID
        self.count = count
        self.isMention = isMention
    }
}
