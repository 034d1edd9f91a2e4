import MatrixAPI

/// A message of a Megolm session (Megolm, "Message format"). The session's owner signs it, and devices that have the
/// session's key can read it.
package struct MegolmMessage: Hashable, Sendable {
    static let version: UInt8 = 3
    private static let indexTag: UInt64 = 0x08
    private static let ciphertextTag: UInt64 = 0x12

    /// The encoded message.
    package let bytes: [UInt8]
    /// The message's index in its session.
    package let index: UInt32
    private let ciphertext: ArraySlice<UInt8>
    private let signature: Ed25519Signature

    package init(bytes: some Collection<UInt8>) throws(CryptoError) {
        let bytes = Array(bytes)
        guard let version = bytes.first else { throw .truncated }
        guard version == Self.version else { throw .unknownVersion(version) }
        let end = bytes.count - Ed25519Signature.length - MessageCipher.codeLength
        guard end >= 1 else { throw .truncated }
        let fields = try FieldReader(bytes[1..<end], tags: [Self.indexTag, Self.ciphertextTag])
        self.bytes = bytes
        index = try fields.counter(Self.indexTag)
        ciphertext = try fields.bytes(Self.ciphertextTag)
        signature = try Ed25519Signature(bytes: bytes.suffix(Ed25519Signature.length))
    }

    package init(base64: String) throws(CryptoError) {
        try self.init(bytes: UnpaddedBase64.decode(base64))
    }

    init(sealing plaintext: [UInt8], with ratchet: MegolmRatchet, signedBy signingKey: Ed25519SecretKey) {
        let cipher = ratchet.cipher
        let ciphertext = cipher.encrypt(plaintext)
        var writer = FieldWriter(version: Self.version)
        writer.append(Self.indexTag, counter: ratchet.index)
        writer.append(Self.ciphertextTag, bytes: ciphertext)
        let authenticated = writer.bytes + cipher.code(of: writer.bytes)
        signature = signingKey.sign(authenticated)
        bytes = authenticated + signature.bytes
        index = ratchet.index
        self.ciphertext = ciphertext[...]
    }

    package var base64: String { UnpaddedBase64.encode(bytes) }

    func checkSignature(by signingKey: Ed25519PublicKey) throws(CryptoError) {
        try signingKey.check(signature, of: Array(bytes.dropLast(Ed25519Signature.length)))
    }

    /// - Precondition: the ratchet is at the message's index, and the signature was checked.
    func open(with ratchet: MegolmRatchet) throws(CryptoError) -> [UInt8] {
        let cipher = ratchet.cipher
        let authenticated = Array(bytes.dropLast(Ed25519Signature.length))
        let covered = Array(authenticated.dropLast(MessageCipher.codeLength))
        try cipher.check(authenticated.suffix(MessageCipher.codeLength), of: covered)
        return try cipher.decrypt(ciphertext)
    }
}
