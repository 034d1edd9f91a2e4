extension OlmAccount {
    /// The serialized state, to be encrypted and stored.
    package var state: SecretBytes {
        var writer = StateWriter(.olmAccount)
        writer.append(signingKey.secret)
        writer.append(identityKey.secret)
        writer.append(keyCount)
        writer.append(oneTimeKeys, OlmAccount.write)
        writer.append([fallbackKey, previousFallbackKey].compactMap { $0 }, OlmAccount.write)
        return writer.finish()
    }

    package init(state: SecretBytes) throws(CryptoError) {
        var reader = try StateReader(state, .olmAccount)
        let signingKey = try Ed25519SecretKey(secret: reader.readSecret())
        let identityKey = try Curve25519SecretKey(secret: reader.readSecret())
        let keyCount = try reader.readNumber(UInt64.self)
        let oneTimeKeys = try OlmAccount.readKeys(&reader, atMost: OlmAccount.mostOneTimeKeys)
        let fallbackKeys = try OlmAccount.readKeys(&reader, atMost: 2)
        try reader.finish()
        let numbers = oneTimeKeys.map(\.number)
        guard zip(numbers, numbers.dropFirst()).allSatisfy(<),
            (oneTimeKeys + fallbackKeys).allSatisfy({ $0.number <= keyCount })
        else { throw .malformedState }
        self.init(
            signingKey: signingKey, identityKey: identityKey, oneTimeKeys: oneTimeKeys,
            fallbackKey: fallbackKeys.first, previousFallbackKey: fallbackKeys.dropFirst().first, keyCount: keyCount)
    }

    private static func write(to writer: inout StateWriter, _ key: OneTimeKey) {
        writer.append(key.number)
        writer.append(key.key.secret)
        writer.append(key.isPublished)
    }

    private static func readKeys(
        _ reader: inout StateReader, atMost count: Int
    ) throws(CryptoError) -> [OneTimeKey] {
        try reader.readList(atMost: count, length: 41) { reader throws(CryptoError) in
            OneTimeKey(
                number: try reader.readNumber(UInt64.self), key: try Curve25519SecretKey(secret: reader.readSecret()),
                isPublished: try reader.readFlag())
        }
    }
}
