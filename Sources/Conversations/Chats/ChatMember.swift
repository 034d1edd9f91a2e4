/// A person's membership in a chat, from its newest `m.room.member` event.
package struct ChatMember: Hashable, Sendable {
    package let userID: String
    package var displayName: String?
    /// `join`, `invite`, `leave`, `ban` or `knock`.
    package var membership: String

    package init(userID: String, displayName: String?, membership: String) {
        self.userID = userID
        self.displayName = displayName
        self.membership = membership
    }
}
