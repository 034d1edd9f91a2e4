/// How far the chats' keys came out of the backup.
package enum RestoreState: Hashable, Sendable {
    /// - Parameters:
    ///   - chats: whose keys are here.
    ///   - of: all whose keys are asked for.
    case running(chats: Int, of: Int)
    /// - Parameter keys: that were new in this run.
    case finished(keys: Int)
    /// It stopped, and is tried again.
    case failed(RecoveryProblem)
}
