/// The receiving side of a Megolm session: it can decrypt each message from the first known index on, any number of
/// times. ``MegolmReplays`` detects messages that were shown already.
package struct MegolmInboundSession: Sendable {
    package let signingKey: Ed25519PublicKey
    /// The ratchet at the first message that can be decrypted.
    private(set) var first: MegolmRatchet
    /// The ratchet at the last message that was decrypted. It is a cache, because the next message is likely to
    /// follow that one.
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

    /// The index of the first message that can be decrypted.
    package var firstIndex: UInt32 { first.index }

    /// Decrypts a message. If this throws, the session is unchanged.
    package mutating func decrypt(_ message: MegolmMessage) throws(CryptoError) -> [UInt8] {
        try message.checkSignature(by: signingKey)
        guard message.index >= first.index else { throw .indexTooLow(first: first.index) }
        let ratchet = ratchet(at: message.index)
        let plaintext = try message.open(with: ratchet)
        if ratchet.index > latest.index { latest = ratchet }
        return plaintext
    }

    /// Returns the key that lets another device read from a message on.
    package func key(at index: UInt32) throws(CryptoError) -> MegolmSessionKey {
        guard index >= first.index else { throw .indexTooLow(first: first.index) }
        return MegolmSessionKey(ratchet: ratchet(at: index), signingKey: signingKey)
    }

    /// Merges a key of the same session that begins earlier, and returns whether it did. Throws if the key would lead
    /// to other messages than this session, so that a forged key can't replace a true one.
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

    /// Discards the ability to decrypt the messages before an index.
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

/// The sending side of a Megolm session, of one device in one room (Megolm, "Message encryption"). Its key is sent to
/// the members' devices by Olm.
///
/// This is a value. Store the session after encrypting and before sending the message; otherwise the next message
/// could use the same key.
package struct MegolmOutboundSession: Sendable {
    let signingKey: Ed25519SecretKey
    private(set) var ratchet: MegolmRatchet

    /// Creates a new session.
    package init() {
        self.init(signingKey: Ed25519SecretKey(), ratchet: MegolmRatchet())
    }

    init(signingKey: Ed25519SecretKey, ratchet: MegolmRatchet) {
        self.signingKey = signingKey
        self.ratchet = ratchet
    }

    package var sessionID: String { signingKey.publicKey.base64 }

    /// The index of the next message.
    package var index: UInt32 { ratchet.index }

    /// The key that lets others read from the next message on: `session_key` of `m.room_key`.
    package var sharedKey: String {
        MegolmSessionKey(ratchet: ratchet, signingKey: signingKey.publicKey).shared(signedBy: signingKey)
    }

    package mutating func encrypt(_ plaintext: [UInt8]) throws(CryptoError) -> MegolmMessage {
        var next = ratchet
        try next.advance()
        let message = MegolmMessage(sealing: plaintext, with: ratchet, signedBy: signingKey)
        ratchet = next
        return message
    }
}
