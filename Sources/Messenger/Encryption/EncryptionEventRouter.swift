/// The way in for what changed for this device beside its chats.
@MainActor
struct EncryptionEventRouter: EventRouter {
    private let ownIdentity: OwnIdentityModel
    private let sync: SyncLoopEndpoint

    func route(_ event: EncryptionEvent) {
        switch event {
        case .identityChanged(let state): ownIdentity.set(state)
        case .keysCame: sync.openArrived()
        case .restored(let state): ownIdentity.set(state)
        }
    }
}

extension EncryptionEventRouter {
    init(_ session: SessionParts) {
        self.init(ownIdentity: session.models.ownIdentity, sync: session.sync)
    }
}
