import Crypto

/// A key pair for X25519 (RFC 7748).
///
/// Only the secret half is stored. An account has up to a thousand one-time keys and is loaded as a whole. Computing
/// all their public keys each time would be wasted work.
package struct Curve25519SecretKey: Sendable {
    /// The 32 bytes as stored.
    let secret: SecretBytes

    package init() {
        secret = SecretBytes(random: Curve25519PublicKey.length)
    }

    package init(secret: SecretBytes) throws(CryptoError) {
        guard secret.count == Curve25519PublicKey.length else { throw .wrongKeyLength(secret.count) }
        self.secret = secret
    }

    /// The public key, which is computed each time.
    package var publicKey: Curve25519PublicKey {
        do {
            return try Curve25519PublicKey(bytes: Array(key.publicKey.rawRepresentation))
        } catch {
            preconditionFailure("any 32 bytes are a key")
        }
    }

    private var key: Curve25519.KeyAgreement.PrivateKey {
        do {
            return try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: secret.key)
        } catch {
            preconditionFailure("any 32 bytes are a key")
        }
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
