/// What of a thread this device has, for the message with which it began (client-server API, "Threading").
package struct ThreadSummary: Hashable, Sendable {
    /// Of answers that are still there.
    package let count: Int
    /// How many of them came since the account read in the thread; those of people who are ignored as well.
    package let newCount: Int
    /// Who wrote the newest, and when, in milliseconds since 1970.
    package let newestSender: String
    package let newestAt: Int64

    package init(count: Int, newCount: Int, newestSender: String, newestAt: Int64) {
        self.count = count
        self.newCount = newCount
        self.newestSender = newestSender
        self.newestAt = NumberLimits.time(newestAt)
    }
}
