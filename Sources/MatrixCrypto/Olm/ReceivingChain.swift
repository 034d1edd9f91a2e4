/// A receiving chain: the messages of the other side that follow one of its ratchet keys. It has the key of the next
/// message, and the keys of skipped messages.
struct ReceivingChain: Sendable, Equatable {
    /// The maximum number of messages that may be missing before a message.
    static let longestGap: UInt32 = 2000
    /// The maximum number of keys that are kept for skipped messages; the oldest are discarded.
    static let maxSkipped = 200

    let ratchetKey: Curve25519PublicKey
    private(set) var chainKey: ChainKey
    /// The keys of skipped messages, in the order of the messages.
    private(set) var skipped: [MessageKey]

    init(ratchetKey: Curve25519PublicKey, chainKey: ChainKey, skipped: [MessageKey] = []) {
        self.ratchetKey = ratchetKey
        self.chainKey = chainKey
        self.skipped = skipped
    }

    /// Decrypts a message. If this throws, the chain is unchanged.
    mutating func open(_ message: OlmMessage) throws(CryptoError) -> [UInt8] {
        if message.index < chainKey.index { return try openMissingRequest(message) }
        let gap = message.index - chainKey.index
        guard gap <= Self.longestGap else { throw .tooManyMissing(gap) }
        var ahead = chainKey
        var missing: [MessageKey] = []
        while ahead.index < message.index {
            let key = try ahead.nextMessageKey()
            if message.index - key.index <= Self.maxSkipped { missing.append(key) }
        }
        let plaintext = try message.open(with: ahead.nextMessageKey())
        chainKey = ahead
        skipped = Array((skipped + missing).suffix(Self.maxSkipped))
        return plaintext
    }

    private mutating func openMissingRequest(_ message: OlmMessage) throws(CryptoError) -> [UInt8] {
        guard let place = skipped.firstIndex(where: { $0.index == message.index }) else { throw .messageKeyGone }
        let plaintext = try message.open(with: skipped[place])
        skipped.remove(at: place)
        return plaintext
    }
}
