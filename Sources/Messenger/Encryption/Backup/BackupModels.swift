import MatrixCrypto

/// The state of the server's backup, as this device sees it.
package enum BackupStanding: Hashable, Sendable {
    case none
    /// The account had a trusted backup, and the server no longer has it.
    case deleted
    /// The server has a backup without a trusted signature; it is ignored.
    case foreign
    /// The backup is trusted, but its private key is not on this device: it is written and can't be read.
    case closed
    case open
}

/// The progress of restoring keys from the backup.
package enum RestoreState: Hashable, Sendable {
    /// - Parameters:
    ///   - chats: the number of chats whose keys are restored.
    ///   - of: the number of chats to restore.
    case running(chats: Int, of: Int)
    /// - Parameter keys: the number of new keys in this run.
    case finished(keys: Int)
    /// The restore failed and will be retried.
    case failed(RecoveryProblem)
}

/// A trusted backup.
struct VouchedBackup: Hashable, Sendable {
    let version: String
    let publicKey: Curve25519PublicKey
    /// Whether the private key is on this device, so that the backup can be read.
    let isReadable: Bool
}
