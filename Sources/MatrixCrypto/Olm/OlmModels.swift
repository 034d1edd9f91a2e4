import Crypto
import MatrixAPI

/// The key of a chain at one message. It yields that message's key and the chain's next key (Olm, "Advancing the
/// chain key").
struct ChainKey: Sendable, Equatable {
    private(set) var secret: SecretBytes
    /// The index of the next message, from 0.
    private(set) var index: UInt32

    init(secret: SecretBytes, index: UInt32 = 0) {
        self.secret = secret
        self.index = index
    }

    /// Returns the next message's key, and advances the chain.
    mutating func nextMessageKey() throws(CryptoError) -> MessageKey {
        guard index < UInt32.max else { throw .exhausted }
        let key = MessageKey(secret: secret.code(of: [1]), index: index)
        secret = secret.code(of: [2])
        index += 1
        return key
    }
}

/// The key of one message of a chain (Olm, "Creating a message key").
struct MessageKey: Sendable, Equatable {
    let secret: SecretBytes
    let index: UInt32

    var cipher: MessageCipher { MessageCipher(secret: secret, info: "OLM_KEYS") }
}

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

/// The root key, from which the chains of a session are derived one after the other (Olm, "Advancing the root key").
struct RootKey: Sendable, Equatable {
    let secret: SecretBytes

    init(secret: SecretBytes) {
        self.secret = secret
    }

    /// Returns the first root key and chain key of a session (Olm, "Initial setup").
    ///
    /// - Parameter agreed: the three secrets of the triple Diffie-Hellman, in their order.
    static func first(agreed: [SecretBytes]) -> (root: RootKey, chain: ChainKey) {
        split(SecretBytes(joining: agreed).derived(info: "OLM_ROOT".utf8, count: 64))
    }

    /// Returns the keys for the next change of direction.
    func advanced(
        by ours: Curve25519SecretKey, and theirs: Curve25519PublicKey
    ) throws(CryptoError) -> (root: RootKey, chain: ChainKey) {
        let agreed = try ours.agree(with: theirs)
        return RootKey.split(agreed.derived(salt: secret, info: "OLM_RATCHET".utf8, count: 64))
    }

    private static func split(_ keys: SecretBytes) -> (root: RootKey, chain: ChainKey) {
        (RootKey(secret: keys[0..<32]), ChainKey(secret: keys[32..<64]))
    }
}
