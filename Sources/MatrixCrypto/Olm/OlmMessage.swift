import MatrixAPI

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

/// An Olm message of either type, as an `m.room.encrypted` event contains it for a device (client-server API,
/// "m.olm.v1.curve25519-aes-sha2").
package enum OlmEnvelope: Hashable, Sendable {
    case prekey(OlmPrekeyMessage)
    case normal(OlmMessage)

    /// - Parameters:
    ///   - type: 0 for a message that begins a session, 1 for others.
    ///   - body: the message in Base64.
    package init(type: Int64, body: String) throws(CryptoError) {
        switch type {
        case 0: self = .prekey(try OlmPrekeyMessage(bytes: UnpaddedBase64.decode(body)))
        case 1: self = .normal(try OlmMessage(bytes: UnpaddedBase64.decode(body)))
        default: throw .unknownMessageType(type)
        }
    }

    package var type: Int64 {
        switch self {
        case .prekey: 0
        case .normal: 1
        }
    }

    package var body: String {
        switch self {
        case .prekey(let message): UnpaddedBase64.encode(message.bytes)
        case .normal(let message): UnpaddedBase64.encode(message.bytes)
        }
    }

    var message: OlmMessage {
        switch self {
        case .prekey(let prekey): prekey.message
        case .normal(let message): message
        }
    }
}

/// A message with all keys that its receiver needs to begin the session (Olm, "Pre-Key Messages").
package struct OlmPrekeyMessage: Hashable, Sendable {
    private static let oneTimeKeyTag: UInt64 = 0x0A
    private static let baseKeyTag: UInt64 = 0x12
    private static let identityKeyTag: UInt64 = 0x1A
    private static let messageTag: UInt64 = 0x22

    /// The keys that identify its session.
    package let keys: OlmSessionKeys
    package let message: OlmMessage

    init(keys: OlmSessionKeys, message: OlmMessage) {
        self.keys = keys
        self.message = message
    }

    package init(bytes: some Collection<UInt8>) throws(CryptoError) {
        let bytes = Array(bytes)
        guard let version = bytes.first else { throw .truncated }
        guard version == OlmMessage.version else { throw .unknownVersion(version) }
        let fields = try FieldReader(
            bytes[1...], tags: [Self.oneTimeKeyTag, Self.baseKeyTag, Self.identityKeyTag, Self.messageTag])
        keys = OlmSessionKeys(
            identityKey: try Curve25519PublicKey(bytes: fields.bytes(Self.identityKeyTag)),
            baseKey: try Curve25519PublicKey(bytes: fields.bytes(Self.baseKeyTag)),
            oneTimeKey: try Curve25519PublicKey(bytes: fields.bytes(Self.oneTimeKeyTag)))
        message = try OlmMessage(bytes: fields.bytes(Self.messageTag))
    }

    /// The encoded message.
    package var bytes: [UInt8] {
        var writer = FieldWriter(version: OlmMessage.version)
        writer.append(Self.oneTimeKeyTag, bytes: keys.oneTimeKey.bytes)
        writer.append(Self.baseKeyTag, bytes: keys.baseKey.bytes)
        writer.append(Self.identityKeyTag, bytes: keys.identityKey.bytes)
        writer.append(Self.messageTag, bytes: message.bytes)
        return writer.bytes
    }
}
