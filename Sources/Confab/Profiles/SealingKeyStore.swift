import MatrixCrypto

/// Where a profile has what the keys of its device are sealed with.
struct SealingKeyStore: Sendable {
    let file: SecretFile

    /// The one that is there, or a new one where nothing is; `nil` where it can't be read, the keyring does not give it, or none can be
    /// kept.
    func keyAside() async -> SealingKey? {
        (try? await SecretFile.aside { try key() }) ?? nil
    }

    /// Puts a new one in place of one that the keyring lost, for a device that is new: the last one's keys stay closed for ever.
    func renewAside() async {
        try? await SecretFile.aside {
            if file.isLost { try file.save(SealingKey().base64) }
        }
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
