import MatrixAPI
import MatrixCrypto

/// What a person typed: a recovery key, or the passphrase of one.
struct RecoveryText: Sendable {
    let text: String

    /// The key of secret storage that it stands for, held against what is told of that. Takes as long as the rounds of a passphrase.
    @concurrent
    func key(for described: SecretStorage.DefaultKey) async throws(RecoveryProblem) -> SecretStorageKey {
        guard described.description["algorithm"]?.string == SecretStorageKey.algorithm else { throw .unknownStorage }
        let typed = try? RecoveryKey.key(from: text)
        if let typed, let key = Self.fitting(typed, described) { return key }
        guard let passphrase = described.passphrase else { throw typed == nil ? .malformed : .wrongKey }
        guard let key = Self.fitting(passphrase.key(of: text), described) else { throw .wrongKey }
        return key
    }

    private static func fitting(_ secret: SecretBytes, _ described: SecretStorage.DefaultKey) -> SecretStorageKey? {
        guard let key = try? SecretStorageKey(secret: secret) else { return nil }
        return (try? key.check(described.description)).map { key }
    }
}
