import Engine

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
