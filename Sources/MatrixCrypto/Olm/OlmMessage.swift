/// A normal Olm message (Olm, "The Olm Message Format").
package struct OlmMessage: Hashable, Sendable {
    static let version: UInt8 = 3
    private static let ratchetKeyTag: UInt64 = 0x0A
    private static let indexTag: UInt64 = 0x10
    private static let ciphertextTag: UInt64 = 0x22

    /// The encoded message.
    package let bytes: [UInt8]
    package let ratchetKey: Curve25519PublicKey
    /// The message's index in its chain.
    package let index: UInt32
    private let ciphertext: ArraySlice<UInt8>

    package init(bytes: some Collection<UInt8>) throws(CryptoError) {
        let bytes = Array(bytes)
        guard let version = bytes.first else { throw .truncated }
        guard version == Self.version else { throw .unknownVersion(version) }
        let end = bytes.count - MessageCipher.codeLength
        guard end >= 1 else { throw .truncated }
        let fields = try FieldReader(
            bytes[1..<end], tags: [Self.ratchetKeyTag, Self.indexTag, Self.ciphertextTag])
        self.bytes = bytes
        ratchetKey = try Curve25519PublicKey(bytes: fields.bytes(Self.ratchetKeyTag))
        index = try fields.counter(Self.indexTag)
        ciphertext = try fields.bytes(Self.ciphertextTag)
    }

    init(sealing plaintext: [UInt8], with key: MessageKey, ratchetKey: Curve25519PublicKey) {
        let cipher = key.cipher
        let ciphertext = cipher.encrypt(plaintext)
        var writer = FieldWriter(version: Self.version)
        writer.append(Self.ratchetKeyTag, bytes: ratchetKey.bytes)
        writer.append(Self.indexTag, counter: key.index)
        writer.append(Self.ciphertextTag, bytes: ciphertext)
        bytes = writer.bytes + cipher.code(of: writer.bytes)
        self.ratchetKey = ratchetKey
        index = key.index
        self.ciphertext = ciphertext[...]
    }

    func open(with key: MessageKey) throws(CryptoError) -> [UInt8] {
        let cipher = key.cipher
        try cipher.check(
            bytes.suffix(MessageCipher.codeLength), of: Array(bytes.dropLast(MessageCipher.codeLength)))
        return try cipher.decrypt(ciphertext)
    }
}
