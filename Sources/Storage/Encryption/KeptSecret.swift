package import Foundation

/// The stored secret half of a key of the account.
package struct KeptSecret: Hashable, Sendable {
    /// The name, such as `m.cross_signing.master`.
    package let name: String
    /// The public half in Base64.
    package let publicKey: String
    /// The encrypted secret.
    package let secret: Data

    package init(name: String, publicKey: String, secret: Data) {
        self.name = name
        self.publicKey = publicKey
        self.secret = secret
    }
}
