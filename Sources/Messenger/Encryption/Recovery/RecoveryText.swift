import MatrixAPI
import MatrixCrypto

/// The typed text: a recovery key or its passphrase.
struct RecoveryText: Sendable {
    let text: String

    /// The key of secret storage for the text, checked against its description. The time depends on the rounds of
    /// a passphrase.
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
