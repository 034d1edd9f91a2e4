import MatrixCrypto

/// A trusted backup.
struct VouchedBackup: Hashable, Sendable {
    let version: String
    let publicKey: Curve25519PublicKey
    /// Whether the private key is on this device, so that the backup can be read.
    let isReadable: Bool
}
