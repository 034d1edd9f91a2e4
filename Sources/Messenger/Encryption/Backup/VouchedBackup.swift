import MatrixCrypto

/// A backup that was seen to be ours.
struct VouchedBackup: Hashable, Sendable {
    let version: String
    let publicKey: Curve25519PublicKey
    /// Whether the secret half is here, so that it can be read.
    let isReadable: Bool
}
