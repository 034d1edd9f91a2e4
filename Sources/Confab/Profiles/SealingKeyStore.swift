import MatrixCrypto

/// Where a profile has what the keys of its device are sealed with.
struct SealingKeyStore: Sendable {
    let file: SecretFile

    /// The one that is there, or a new one; `nil` where the keyring does not give it, or none can be kept.
    func keyAside() async -> SealingKey? {
        (try? await SecretFile.aside { try key() }) ?? nil
    }

    /// May take seconds.
    func key() throws -> SealingKey? {
        if file.kept == .nothing {
            let key = SealingKey()
            try file.save(key.base64)
            return key
        }
        return try file.load().map { try SealingKey(base64: String(decoding: $0, as: UTF8.self)) }
    }
}
