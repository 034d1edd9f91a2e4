import Crypto

/// An Ed25519 key pair for signatures (RFC 8032).
package struct Ed25519SecretKey: Sendable {
    /// The 32 bytes that the RFC calls the private key, others the seed.
    let secret: SecretBytes
    package let publicKey: Ed25519PublicKey
    private let key: Curve25519.Signing.PrivateKey

    package init() {
        do {
            try self.init(secret: SecretBytes(random: Ed25519PublicKey.length))
        } catch {
            preconditionFailure("any 32 bytes are a key")
        }
    }

    package init(secret: SecretBytes) throws(CryptoError) {
        do {
            key = try Curve25519.Signing.PrivateKey(rawRepresentation: secret.key)
        } catch {
            // Only the length can be wrong.
            throw .wrongKeyLength(secret.count)
        }
        self.secret = secret
        publicKey = try Ed25519PublicKey(bytes: Array(key.publicKey.rawRepresentation))
    }

    package func sign(_ message: [UInt8]) -> Ed25519Signature {
        do {
            return try Ed25519Signature(bytes: Array(key.signature(for: message)))
        } catch {
            preconditionFailure("nothing in signing can fail but the memory for it")
        }
    }
}
