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
struct EncryptionEventRouter: EventRouter {
    private let ownIdentity: OwnIdentityModel
    private let sync: SyncLoopEndpoint
    private let security: SecurityHandler
    private let notices: NoticeHandler
    private let queue: EventQueue

    func route(_ event: EncryptionEvent) {
        switch event {
        case .identityChanged(let state):
            ownIdentity.set(state)
            queue.post(SecurityEvent.standingChanged)
            queue.post(DevicesEvent.standingChanged)
        case .keysCame: sync.openArrived()
        case .backupChanged(let backup):
            ownIdentity.set(backup)
            security.changed()
            notices.changed()
        case .recoveryKeyKnown(let hasKey):
            ownIdentity.setRecoveryKey(hasKey)
            security.changed()
        case .restored(let state):
            ownIdentity.set(state)
            security.changed()
        }
    }
}

extension EncryptionEventRouter {
    init(_ session: SessionParts) {
        self.init(
            ownIdentity: session.models.ownIdentity, sync: session.sync, security: session.handlers.security,
            notices: session.handlers.notices,
            queue: session.queue)
    }
}
