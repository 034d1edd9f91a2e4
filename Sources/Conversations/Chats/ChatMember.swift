/// A person's membership in a chat, from its newest `m.room.member` event.
package struct ChatMember: Hashable, Sendable {
    package let userID: String
    /// What the person calls themselves; text from outside.
    package var displayName: String?
    /// What the account's owner calls them: the name of the contact, `nil` where there is none. Nobody else gets to see it.
    package var contactName: String?
    /// `join`, `invite`, `leave`, `ban` or `knock`.
    package var membership: String

    package init(userID: String, displayName: String?, contactName: String? = nil, membership: String) {
        self.userID = userID
        self.displayName = displayName
        self.contactName = contactName
        self.membership = membership
    }
}
