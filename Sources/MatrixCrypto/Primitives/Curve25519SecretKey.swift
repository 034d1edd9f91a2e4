import Crypto

/// A key pair for X25519 (RFC 7748).
package struct Curve25519SecretKey: Sendable {
    /// The 32 bytes as stored.
    let secret: SecretBytes
    package let publicKey: Curve25519PublicKey
    private let key: Curve25519.KeyAgreement.PrivateKey

    package init() {
        do {
            try self.init(secret: SecretBytes(random: Curve25519PublicKey.length))
        } catch {
            preconditionFailure("any 32 bytes are a key")
        }
    }

    package init(secret: SecretBytes) throws(CryptoError) {
        do {
            key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret.key)
        } catch {
            // Only the length can be wrong.
            throw .wrongKeyLength(secret.count)
        }
        self.secret = secret
        publicKey = try Curve25519PublicKey(bytes: Array(key.publicKey.rawRepresentation))
    }

    /// Returns the secret that only the holders of both secret keys can compute. Throws for a key of low order, which
    /// yields a zero secret with any key. swift-crypto doesn't reject such keys.
    func agree(with other: Curve25519PublicKey) throws(CryptoError) -> SecretBytes {
        let shared: SecretBytes
        do {
            let theirs = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: other.bytes)
            shared = try key.sharedSecretFromKeyAgreement(with: theirs).withUnsafeBytes { SecretBytes(copying: $0) }
        } catch {
            throw .lowOrderKey
        }
        guard !shared.withBytes({ $0.reduce(UInt8(0), |) == 0 }) else { throw .lowOrderKey }
        return shared
    }
}
