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
