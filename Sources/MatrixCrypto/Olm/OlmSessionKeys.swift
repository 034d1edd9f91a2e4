import Crypto

/// The three public keys with which a session began. They identify it on both sides.
package struct OlmSessionKeys: Hashable, Sendable {
    /// The identity key of the device that began the session.
    package let identityKey: Curve25519PublicKey
    /// The key that this device created for this session only.
    package let baseKey: Curve25519PublicKey
    /// The one-time or fallback key of the other device.
    package let oneTimeKey: Curve25519PublicKey

    /// The identifier, equal on both sides and unique to the session.
    package var sessionID: String {
        var hash = SHA256()
        for key in [identityKey, baseKey, oneTimeKey] { hash.update(data: key.bytes) }
        return UnpaddedBase64.encode(hash.finalize())
    }
}
