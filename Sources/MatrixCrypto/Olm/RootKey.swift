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
