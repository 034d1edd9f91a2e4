/// Routes changes for this device other than those of its chats.
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
