/// Changes of the keys, the identity and the backup of this device.
package enum EncryptionEvent: RoutedEvent {
    /// The verification state of this device has changed.
    case identityChanged(OwnIdentityState)
    /// New keys may decrypt stored events.
    case keysCame
    /// The state of the server's backup has changed.
    case backupChanged(BackupStatus)
    /// Whether the account has a recovery key.
    case recoveryKeyKnown(Bool)
    /// The progress of restoring the backup.
    case restored(RestoreState)
}

/// Routes changes of the keys, the identity and the backup of this device.
@MainActor
struct EncryptionEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: EncryptionEvent) {
        switch event {
        case .identityChanged(let identity):
            state.ownIdentity.set(identity)
            queue.post(SecurityEvent.standingChanged)
            queue.post(DevicesEvent.standingChanged)
        case .keysCame: effects.sync.openArrived()
        case .backupChanged(let backup):
            state.ownIdentity.set(backup)
        case .recoveryKeyKnown(let hasKey):
            state.ownIdentity.setRecoveryKey(hasKey)
        case .restored(let restore):
            state.ownIdentity.set(restore)
        }
    }
}
