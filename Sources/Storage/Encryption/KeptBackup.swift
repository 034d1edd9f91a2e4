/// The key backup that this device uses.
package struct KeptBackup: Hashable, Sendable {
    /// The identifier on the server.
    package let version: String
    /// The public key in Base64.
    package let publicKey: String

    package init(version: String, publicKey: String) {
        self.version = version
        self.publicKey = publicKey
    }
}
