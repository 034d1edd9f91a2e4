/// A person as a chat names them.
package struct ChatPerson: Hashable, Sendable {
    /// The Matrix ID.
    package let userID: String
    /// Text from outside, `nil` where the person has none.
    package var displayName: String?

    package init(userID: String, displayName: String?) {
        self.userID = userID
        self.displayName = displayName
    }
}
