/// The state of a thread on this device, shown at its root message (client-server API, "Threading").
package struct ThreadSummary: Hashable, Sendable {
    /// The number of replies that were not removed.
    package let count: Int
    /// The number of replies since the account last read the thread, including replies of ignored people.
    package let newCount: Int
    /// The sender of the newest reply, and its time in milliseconds since 1970.
    package let newestSender: String
    package let newestAt: Int64

    package init(count: Int, newCount: Int, newestSender: String, newestAt: Int64) {
        self.count = count
        self.newCount = newCount
        self.newestSender = newestSender
        self.newestAt = NumberLimits.time(newestAt)
    }
}
