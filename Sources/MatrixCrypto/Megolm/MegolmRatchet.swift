/// The ratchet of a Megolm session at one message (Megolm, "The Megolm ratchet algorithm"). It yields the keys of all
/// later messages, but not of earlier ones.
struct MegolmRatchet: Sendable, Equatable {
    static let length = 128
    private static let partLength = 32

    /// The four parts. Each changes 256 times as often as the one before.
    private var parts: [SecretBytes]
    /// The index of the message, from 0.
    private(set) var index: UInt32

    /// Creates a new ratchet at the first message.
    init() {
        self.init(secret: SecretBytes(random: Self.length), index: 0)
    }

    /// - Precondition: the secret has 128 bytes.
    init(secret: SecretBytes, index: UInt32) {
        parts = (0..<4).map { secret[$0 * Self.partLength..<($0 + 1) * Self.partLength] }
        self.index = index
    }

    var secret: SecretBytes { SecretBytes(joining: parts) }

    var cipher: MessageCipher { MessageCipher(secret: secret, info: "MEGOLM_KEYS") }

    mutating func advance() throws(CryptoError) {
        guard index < UInt32.max else { throw .exhausted }
        advance(to: index + 1)
    }

    /// Advances the ratchet. This takes at most 1,020 hashes for any distance.
    ///
    /// - Precondition: `target` is not before `index`.
    mutating func advance(to target: UInt32) {
        for level in 0..<parts.count {
            let shift = UInt32(24 - 8 * level)
            let steps = (target >> shift) - (index >> shift)
            guard steps > 0 else { continue }
            // Only the last step recomputes the parts below.
            for _ in 1..<steps { parts[level] = hash(parts[level], level) }
            let last = parts[level]
            for below in level..<parts.count { parts[below] = hash(last, below) }
            index = (target >> shift) << shift
        }
    }

    private func hash(_ part: SecretBytes, _ number: Int) -> SecretBytes {
        part.code(of: [UInt8(number)])
    }
}
