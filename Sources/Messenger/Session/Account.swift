/// The account that the conversations belong to.
package struct Account: Hashable, Sendable {
    /// The Matrix ID.
    package let userID: String
    /// The display name as it was typed; text from outside.
    package var displayName: String?
    /// The device of the current login; transaction identifiers are valid for it alone.
    package let deviceID: String

    package init(userID: String, displayName: String?, deviceID: String = "") {
        self.userID = userID
        self.displayName = displayName
        self.deviceID = deviceID
    }
}
