package import Engine

/// The verification state of this device and the progress of restoring the backup.
package struct OwnIdentityModel {
    package private(set) var state = OwnIdentityState.unknown
    package private(set) var restore: RestoreState?
    /// The state of the backup; `nil` if it could not be checked.
    package private(set) var backup: BackupStatus?
    /// Whether the user has seen that the backup was deleted, or did not need to.
    private(set) var hasSeenLoss = true
    /// Whether the account has a recovery key, as far as was checked.
    package private(set) var hasRecoveryKey = false

    mutating func set(_ state: OwnIdentityState) {
        self.state = state
    }

    mutating func setRecoveryKey(_ hasKey: Bool) { hasRecoveryKey = hasKey }

    mutating func set(_ restore: RestoreState) {
        self.restore = restore
    }

    mutating func set(_ backup: BackupStatus) {
        if backup != self.backup { hasSeenLoss = backup != .deleted }
        self.backup = backup
    }

    mutating func dismissLoss() { hasSeenLoss = true }
}
