/// A person, with their name in a chat.
package struct ChatPerson: Hashable, Sendable {
    /// The Matrix ID.
    package let userID: String
    /// The display name, untrusted text; `nil` if the person has none.
    package var displayName: String?
    /// The name of the contact; `nil` if there is none. It is visible to the account's owner only.
    package var contactName: String?
    /// Whether somebody else in the chat has a name that looks the same, so that the Matrix ID must be shown too.
    package var isNameShared = false

    package init(userID: String, displayName: String?, contactName: String? = nil) {
        self.userID = userID
        self.displayName = displayName
        self.contactName = contactName
    }
}
