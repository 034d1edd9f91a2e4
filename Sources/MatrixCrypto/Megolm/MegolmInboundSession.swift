/// What a device can read of somebody's session: each message from the first that it was given, as often as it likes. Which were
/// shown already, ``MegolmReplays`` knows.
package struct MegolmInboundSession: Sendable {
    package let signingKey: Ed25519PublicKey
    /// At the first message that can be read.
    private(set) var first: MegolmRatchet
    /// At the last message that was read, since the next is likely to follow it.
    private(set) var latest: MegolmRatchet

    package init(_ key: MegolmSessionKey) {
        self.init(signingKey: key.signingKey, first: key.ratchet, latest: key.ratchet)
    }

    init(signingKey: Ed25519PublicKey, first: MegolmRatchet, latest: MegolmRatchet) {
        self.signingKey = signingKey
        self.first = first
        self.latest = latest
    }

    package var sessionID: String { signingKey.base64 }

    /// The number of the first message that can be read.
    package var firstIndex: UInt32 { first.index }

    /// The session is as before where this throws.
    package mutating func decrypt(_ message: MegolmMessage) throws(CryptoError) -> [UInt8] {
        try message.checkSignature(by: signingKey)
        guard message.index >= first.index else { throw .indexTooLow(first: first.index) }
        let ratchet = ratchet(at: message.index)
        let plaintext = try message.open(with: ratchet)
        if ratchet.index > latest.index { latest = ratchet }
        return plaintext
    }

    /// What lets another device read from a message on.
    package func key(at index: UInt32) throws(CryptoError) -> MegolmSessionKey {
        guard index >= first.index else { throw .indexTooLow(first: first.index) }
        return MegolmSessionKey(ratchet: ratchet(at: index), signingKey: signingKey)
    }

    /// Takes over what reaches further back of the same session, and says whether there was something. A key that would lead to
    /// other messages than ours is refused, so that nobody can put a false one in a true one's place.
    package mutating func extend(by key: MegolmSessionKey) throws(CryptoError) -> Bool {
        guard key.signingKey == signingKey else { throw .sessionsDiffer }
        let later = max(key.ratchet.index, first.index)
        var theirs = key.ratchet
        theirs.advance(to: later)
        guard theirs == ratchet(at: later) else { throw .sessionsDiffer }
        guard key.ratchet.index < first.index else { return false }
        first = key.ratchet
        return true
    }

    /// Gives up reading what is before a message.
    package mutating func forget(before index: UInt32) {
        guard index > first.index else { return }
        first = ratchet(at: index)
        if latest.index < index { latest = first }
    }

    /// - Precondition: the index is not before the first.
    private func ratchet(at index: UInt32) -> MegolmRatchet {
        var ratchet = index >= latest.index ? latest : first
        ratchet.advance(to: index)
        return ratchet
    }
}
