/// Whose conversations these are.
package struct Account: Hashable, Sendable {
    /// The Matrix ID.
    package let userID: String
    /// As it was typed; text from outside.
    package var displayName: String?
    /// Of the session that is logged in; transaction identifiers count for it alone.
    package let deviceID: String

    package init(userID: String, displayName: String?, deviceID: String = "") {
        self.userID = userID
        self.displayName = displayName
        self.deviceID = deviceID
    }
}
