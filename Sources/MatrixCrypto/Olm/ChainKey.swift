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
    mutating func takeMessageKey() throws(CryptoError) -> MessageKey {
        guard index < UInt32.max else { throw .exhausted }
        let key = MessageKey(secret: secret.code(of: [1]), index: index)
        secret = secret.code(of: [2])
        index += 1
        return key
    }
}
