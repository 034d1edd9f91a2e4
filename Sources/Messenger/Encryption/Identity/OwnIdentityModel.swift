/// The verification state of this device and the progress of restoring the backup.
@MainActor
final class OwnIdentityModel {
    private(set) var state = OwnIdentityState.unknown
    private(set) var restore: RestoreState?
    /// The state of the backup; `nil` if it could not be checked.
    private(set) var backup: BackupStanding?
    /// Whether the user has seen that the backup was deleted, or did not need to.
    private(set) var hasSeenLoss = true
    /// Whether the account has a recovery key, as far as was checked.
    private(set) var hasRecoveryKey = false

    func set(_ state: OwnIdentityState) {
        self.state = state
    }

    func setRecoveryKey(_ hasKey: Bool) { hasRecoveryKey = hasKey }

    func set(_ restore: RestoreState) {
        self.restore = restore
    }

    func set(_ backup: BackupStanding) {
        if backup != self.backup { hasSeenLoss = backup != .deleted }
        self.backup = backup
    }

    func dismissLoss() { hasSeenLoss = true }
}
