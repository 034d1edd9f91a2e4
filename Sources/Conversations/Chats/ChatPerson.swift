/// A person as a chat names them.
package struct ChatPerson: Hashable, Sendable {
    /// The Matrix ID.
    package let userID: String
    /// Text from outside, `nil` where the person has none.
    package var displayName: String?
    /// What the account's owner calls them: the name of the contact, `nil` where there is none. Nobody else gets to see it.
    package var contactName: String?
    /// Whether somebody else in the chat has a name that looks the same, so that the Matrix ID has to stand beside it.
    package var isNameShared = false

    package init(userID: String, displayName: String?, contactName: String? = nil) {
        self.userID = userID
        self.displayName = displayName
        self.contactName = contactName
    }
}
