/// What of a chat the account has not read, from one event on.
package struct UnreadPart: Hashable, Sendable {
    /// All after this event is unread: the last one that was read, or an own one after it.
    package let afterEventID: String
    /// Where the first unread message is, `nil` where this device has none, or doesn't have the event before it.
    package let first: Int64?
    package let firstEventID: String?
    /// How many this device has, at most ``countLimit``.
    package var count: Int
    /// Whether this device has the event after which all is unread.
    package let isPlaced: Bool

    package static let countLimit = 1_000

    package init(afterEventID: String, first: Int64?, firstEventID: String?, count: Int, isPlaced: Bool) {
        self.afterEventID = afterEventID
        self.first = first
        self.firstEventID = firstEventID
        self.count = count
        self.isPlaced = isPlaced
    }
}
