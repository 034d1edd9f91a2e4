/// Somebody whose identity is another than the one that was seen, or is gone.
package struct ChangedIdentity: Hashable, Sendable {
    package let userID: String
    /// The master key as it is now, in Base64; `nil` where there is none.
    package let masterKey: String?
    /// Whether a person compared the one before.
    package let wasVerified: Bool

    package init(userID: String, masterKey: String?, wasVerified: Bool) {
        self.userID = userID
        self.masterKey = masterKey
        self.wasVerified = wasVerified
    }
}
