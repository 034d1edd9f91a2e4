/// The backup of room keys that this device writes and reads.
package struct KeptBackup: Hashable, Sendable {
    /// As the server names it.
    package let version: String
    /// In Base64.
    package let publicKey: String

    package init(version: String, publicKey: String) {
        self.version = version
        self.publicKey = publicKey
    }
}
