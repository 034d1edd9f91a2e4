/// Whose conversations these are.
package struct Account: Hashable, Sendable {
    /// The Matrix ID.
    package let userID: String
    /// As it was typed; text from outside.
    package var displayName: String?

    package init(userID: String, displayName: String?) {
        self.userID = userID
        self.displayName = displayName
    }
}
