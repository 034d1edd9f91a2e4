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
