/// What of a chat the account has not read, from one place on.
package struct UnreadPart: Hashable, Sendable {
    /// All after this place is unread: that of the last event that was read, or that of the account's coming where nobody told what
    /// was read. `nil` where this device doesn't have that event.
    package let after: Int64?
    /// Where the first unread message is, `nil` where there is none, or it is not known yet.
    package let first: Int64?
    package let firstEventID: String?
    /// How many this device has, at most ``countLimit``.
    package var count: Int
    /// Whether no messages are missing between ``after`` and the first unread one, or the end where there is none. Only then is
    /// it known which one is the first.
    package let isWhole: Bool

    package static let countLimit = 1_000

    package init(after: Int64?, first: Int64?, firstEventID: String?, count: Int, isWhole: Bool) {
        self.after = after
        self.first = first
        self.firstEventID = firstEventID
        self.count = count
        self.isWhole = isWhole
    }
}
