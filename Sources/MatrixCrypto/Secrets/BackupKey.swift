/// The key of a backup of room keys (client-server API, `m.megolm_backup.v1.curve25519-aes-sha2`). The secret half
/// reads the backup, and the public half writes it.
package struct BackupKey: Sendable {
    package static let algorithm = "m.megolm_backup.v1.curve25519-aes-sha2"

    private let key: Curve25519SecretKey

    /// Creates a new key.
    package init() {
        key = Curve25519SecretKey()
    }

    /// - Parameter secret: the 32 bytes from secret storage, another device or ``RecoveryKey``.
    package init(secret: SecretBytes) throws(CryptoError) {
        key = try Curve25519SecretKey(secret: secret)
    }

    /// - Parameter text: the key in Base64, as it is stored and shared.
    package init(text: SecretBytes) throws(CryptoError) {
        try self.init(secret: text.fromBase64)
    }

    package var secret: SecretBytes { key.secret }

    /// The key in Base64, as secret storage and other devices receive it.
    package var text: SecretBytes { secret.inBase64 }

    /// The public key in the backup's `auth_data`.
    package var publicKey: Curve25519PublicKey { key.publicKey }

    package func open(_ sealed: SealedBackup) throws(CryptoError) -> [UInt8] {
        try sealed.open(agreed: key.agree(with: sealed.ephemeral))
    }
}
