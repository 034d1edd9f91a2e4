/// The unread part of a chat, from a position on.
package struct UnreadPart: Hashable, Sendable {
    /// The position after which all messages are unread. It is the position of the last event that was read, or of
    /// the account's join if no receipt is known. It is `nil` if this device doesn't have that event.
    package let after: Int64?
    /// The position of the first unread message; `nil` if there is none or it is not known yet.
    package let first: Int64?
    package let firstEventID: String?
    /// The number of unread messages on this device, at most ``countLimit``.
    package var count: Int
    /// Whether no messages are missing between ``after`` and the first unread message, or the end if there is none.
    /// Only then is the first unread message known.
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
