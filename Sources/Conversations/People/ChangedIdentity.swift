/// A person whose identity changed since it was last seen, or was removed.
package struct ChangedIdentity: Hashable, Sendable {
    package let userID: String
    /// The current master key in Base64; `nil` if there is none.
    package let masterKey: String?
    /// Whether the previous identity was verified.
    package let wasVerified: Bool

    package init(userID: String, masterKey: String?, wasVerified: Bool) {
        self.userID = userID
        self.masterKey = masterKey
        self.wasVerified = wasVerified
    }
}
