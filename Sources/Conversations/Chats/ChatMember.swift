/// A person's membership in a chat, from its newest `m.room.member` event.
package struct ChatMember: Hashable, Sendable {
    package let userID: String
    /// The display name that the person chose; untrusted text.
    package var displayName: String?
    /// The name of the contact; `nil` if there is none. It is visible to the account's owner only.
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
