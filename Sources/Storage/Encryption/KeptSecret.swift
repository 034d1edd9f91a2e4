package import Foundation

/// The secret half of a key of the account's owner, as it is kept.
package struct KeptSecret: Hashable, Sendable {
    /// Of what it is, as in `m.cross_signing.master`.
    package let name: String
    /// The other half, in Base64.
    package let publicKey: String
    /// Sealed.
    package let secret: Data

    package init(name: String, publicKey: String, secret: Data) {
        self.name = name
        self.publicKey = publicKey
        self.secret = secret
    }
}
