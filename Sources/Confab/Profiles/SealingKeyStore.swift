import MatrixCrypto

/// The storage of the key that encrypts a profile's device keys.
struct SealingKeyStore: Sendable {
    let file: SecretFile

    /// Returns the key, or a new one if there is none; `nil` if it can't be read or saved, or the
    /// keyring doesn't return it.
    func keyAside() async -> SealingKey? {
        (try? await SecretFile.aside { try key() }) ?? nil
    }

    /// Replaces a key that the keyring lost, for a new device. The keys of the last device can't be decrypted any more.
    func renewAside() async {
        try? await SecretFile.aside {
            if file.isLost { try file.save(SealingKey().base64) }
        }
    }

    /// Returns the key. May take seconds.
    func key() throws -> SealingKey? {
        if file.kept == .nothing {
            let key = SealingKey()
            try file.save(key.base64)
            return key
        }
        return try file.load().map { try SealingKey(base64: String(decoding: $0, as: UTF8.self)) }
    }
}
