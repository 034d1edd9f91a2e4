/// How far this device stands for the account's owner, and how much of the backup it has.
@MainActor
final class OwnIdentityModel {
    private(set) var state = OwnIdentityState.unknown
    private(set) var restore: RestoreState?
    /// `nil` where nobody could look.
    private(set) var backup: BackupStanding?
    /// Whether a person saw that the backup was deleted, or did not have to.
    private(set) var hasSeenLoss = true
    /// Whether the account has a recovery key, as far as anybody looked.
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
