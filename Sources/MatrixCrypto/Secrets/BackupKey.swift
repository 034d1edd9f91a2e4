/// The key of a backup of room keys (client-server API, `m.megolm_backup.v1.curve25519-aes-sha2`): whoever has it reads the backup,
/// whoever has its public half writes it.
package struct BackupKey: Sendable {
    package static let algorithm = "m.megolm_backup.v1.curve25519-aes-sha2"

    private let key: Curve25519SecretKey

    /// A new key.
    package init() {
        key = Curve25519SecretKey()
    }

    /// - Parameter secret: 32 bytes, from secret storage, another device or ``RecoveryKey``.
    package init(secret: SecretBytes) throws(CryptoError) {
        key = try Curve25519SecretKey(secret: secret)
    }

    /// - Parameter text: as it is stored and shared: in Base64.
    package init(text: SecretBytes) throws(CryptoError) {
        try self.init(secret: text.fromBase64)
    }

    package var secret: SecretBytes { key.secret }

    /// What secret storage and other devices get, in Base64.
    package var text: SecretBytes { secret.inBase64 }

    /// What the backup's `auth_data` tells.
    package var publicKey: Curve25519PublicKey { key.publicKey }

    package func open(_ sealed: SealedBackup) throws(CryptoError) -> [UInt8] {
        try sealed.open(agreed: key.agree(with: sealed.ephemeral))
    }
}
