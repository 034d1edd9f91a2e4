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
