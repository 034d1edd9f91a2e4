/// An Olm session between two devices. Each message can be decrypted once, in any order.
///
/// This is a value: store the session after each call. A call that throws changes nothing. Store the session after
/// encrypting and before sending the message; otherwise the next message could use the same key.
package struct OlmSession: Sendable {
    /// The maximum number of receiving chains that are kept.
    static let maxChains = 5

    package let keys: OlmSessionKeys
    /// The identity key of the other device.
    package let peerIdentityKey: Curve25519PublicKey
    private(set) var turn: Turn
    /// The receiving chains, newest last.
    private(set) var chains: [ReceivingChain]

    /// The side that creates the next ratchet key.
    enum Turn: Sendable {
        /// We are sending, with a ratchet key to which the other side has not replied yet.
        case ours(root: RootKey, ratchetKey: Curve25519SecretKey, chain: ChainKey)
        /// The other side sent last. Our next message creates a ratchet key.
        case theirs(root: RootKey, ratchetKey: Curve25519PublicKey)
    }

    init(keys: OlmSessionKeys, peerIdentityKey: Curve25519PublicKey, turn: Turn, chains: [ReceivingChain]) {
        self.keys = keys
        self.peerIdentityKey = peerIdentityKey
        self.turn = turn
        self.chains = chains
    }

    /// Begins a session with a device (Olm, "Creating an outbound session").
    ///
    /// - Parameters:
    ///   - identityKey: the key of our device.
    ///   - peerIdentityKey: the key of their device.
    ///   - oneTimeKey: their one-time key, claimed for this, or their fallback key. Its signature was checked.
    init(
        identityKey: Curve25519SecretKey, peerIdentityKey: Curve25519PublicKey, oneTimeKey: Curve25519PublicKey
    ) throws(CryptoError) {
        let baseKey = Curve25519SecretKey()
        let agreed = [
            try identityKey.agree(with: oneTimeKey), try baseKey.agree(with: peerIdentityKey),
            try baseKey.agree(with: oneTimeKey),
        ]
        let (root, chain) = RootKey.first(agreed: agreed)
        keys = OlmSessionKeys(identityKey: identityKey.publicKey, baseKey: baseKey.publicKey, oneTimeKey: oneTimeKey)
        self.peerIdentityKey = peerIdentityKey
        turn = .ours(root: root, ratchetKey: Curve25519SecretKey(), chain: chain)
        chains = []
    }

    /// Creates the receiving side of a session that another device began (Olm, "Creating an inbound session from a
    /// pre-key message").
    init(
        receiving prekey: OlmPrekeyMessage, identityKey: Curve25519SecretKey, oneTimeKey: Curve25519SecretKey
    ) throws(CryptoError) {
        let agreed = [
            try oneTimeKey.agree(with: prekey.keys.identityKey), try identityKey.agree(with: prekey.keys.baseKey),
            try oneTimeKey.agree(with: prekey.keys.baseKey),
        ]
        let (root, chain) = RootKey.first(agreed: agreed)
        keys = prekey.keys
        peerIdentityKey = prekey.keys.identityKey
        turn = .theirs(root: root, ratchetKey: prekey.message.ratchetKey)
        chains = [ReceivingChain(ratchetKey: prekey.message.ratchetKey, chainKey: chain)]
    }

    package var sessionID: String { keys.sessionID }

    /// Whether a message of the other side was decrypted. Until then, each of our messages is a pre-key message.
    package var isEstablished: Bool { !chains.isEmpty }

    /// Whether a pre-key message belongs to this session, so that it must not begin another one.
    package func matches(_ prekey: OlmPrekeyMessage) -> Bool { prekey.keys == keys }

    package mutating func encrypt(_ plaintext: [UInt8]) throws(CryptoError) -> OlmEnvelope {
        let (root, ratchetKey, current) = try sendingKeys()
        var chain = current
        let message = OlmMessage(
            sealing: plaintext, with: try chain.nextMessageKey(), ratchetKey: ratchetKey.publicKey)
        turn = .ours(root: root, ratchetKey: ratchetKey, chain: chain)
        return isEstablished ? .normal(message) : .prekey(OlmPrekeyMessage(keys: keys, message: message))
    }

    package mutating func decrypt(_ envelope: OlmEnvelope) throws(CryptoError) -> [UInt8] {
        if case .prekey(let prekey) = envelope, !matches(prekey) { throw .otherSession }
        let message = envelope.message
        if let place = chains.firstIndex(where: { $0.ratchetKey == message.ratchetKey }) {
            return try chains[place].open(message)
        }
        guard case .ours(let root, let ratchetKey, _) = turn else { throw .unknownRatchetKey }
        let (next, chainKey) = try root.advanced(by: ratchetKey, and: message.ratchetKey)
        var chain = ReceivingChain(ratchetKey: message.ratchetKey, chainKey: chainKey)
        let plaintext = try chain.open(message)
        chains = Array((chains + [chain]).suffix(Self.maxChains))
        turn = .theirs(root: next, ratchetKey: message.ratchetKey)
        return plaintext
    }

    private func sendingKeys() throws(CryptoError) -> (RootKey, Curve25519SecretKey, ChainKey) {
        switch turn {
        case .ours(let root, let ratchetKey, let chain): return (root, ratchetKey, chain)
        case .theirs(let root, let theirs):
            let ratchetKey = Curve25519SecretKey()
            let (next, chain) = try root.advanced(by: ratchetKey, and: theirs)
            return (next, ratchetKey, chain)
        }
    }
}
