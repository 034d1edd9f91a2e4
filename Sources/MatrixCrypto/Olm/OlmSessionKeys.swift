import Crypto

/// The three public keys that a session began with, by which both sides know it.
package struct OlmSessionKeys: Hashable, Sendable {
    /// Of the device that began.
    package let identityKey: Curve25519PublicKey
    /// Made by the device that began, for this session alone.
    package let baseKey: Curve25519PublicKey
    /// Of the other device, one-time or fallback.
    package let oneTimeKey: Curve25519PublicKey

    /// The same on both sides, and another for each session.
    package var sessionID: String {
        var hash = SHA256()
        for key in [identityKey, baseKey, oneTimeKey] { hash.update(data: key.bytes) }
        return UnpaddedBase64.encode(hash.finalize())
    }
}
