/// What the other side sends without hearing from us in between: the key of the next message, and those of messages that
/// were overtaken.
struct ReceivingChain: Sendable, Equatable {
    /// How many messages may be missing before one.
    static let longestGap: UInt32 = 2000
    /// How many keys are kept for messages that may still come; the oldest are given up.
    static let mostSkipped = 200

    let ratchetKey: Curve25519PublicKey
    private(set) var chainKey: ChainKey
    /// In the order of the messages.
    private(set) var skipped: [MessageKey]

    init(ratchetKey: Curve25519PublicKey, chainKey: ChainKey, skipped: [MessageKey] = []) {
        self.ratchetKey = ratchetKey
        self.chainKey = chainKey
        self.skipped = skipped
    }

    /// The chain is as before where this throws.
    mutating func open(_ message: OlmMessage) throws(CryptoError) -> [UInt8] {
        if message.index < chainKey.index { return try openOvertaken(message) }
        let gap = message.index - chainKey.index
        guard gap <= Self.longestGap else { throw .tooManyMissing(gap) }
        var ahead = chainKey
        var missing: [MessageKey] = []
        while ahead.index < message.index {
            let key = try ahead.takeMessageKey()
            if message.index - key.index <= Self.mostSkipped { missing.append(key) }
        }
        let plaintext = try message.open(with: ahead.takeMessageKey())
        chainKey = ahead
        skipped = Array((skipped + missing).suffix(Self.mostSkipped))
        return plaintext
    }

    private mutating func openOvertaken(_ message: OlmMessage) throws(CryptoError) -> [UInt8] {
        guard let place = skipped.firstIndex(where: { $0.index == message.index }) else { throw .messageKeyGone }
        let plaintext = try message.open(with: skipped[place])
        skipped.remove(at: place)
        return plaintext
    }
}
