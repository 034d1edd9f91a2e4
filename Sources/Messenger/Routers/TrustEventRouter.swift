import Conversations
import Engine

/// Routes the events about identities.
@MainActor
struct TrustEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: TrustEvent) {
        switch event {
        case .shown(let origins, let chatID):
            guard chatID == openChatID else { return }
            let isOpened = state.trust.begin(state.timeline.opening)
            let new = state.trust.ask(origins)
            guard isOpened || !new.isEmpty else { return }
            effects.trustArchive.find(new, chatID: chatID, opening: state.trust.opening)
            follow(Set(new.map(\.sender)), chatID: chatID)
        case .changed:
            if let chatID = openChatID, state.trust.opening == state.timeline.opening {
                effects.trustArchive.find(state.trust.origins, chatID: chatID, opening: state.trust.opening)
            }
            if let chatID = state.trust.listedChatID, chatID == state.chatDetails.chatID {
                effects.trustArchive.findMembers(state.chatDetails.members.map(\.userID), chatID: chatID)
            }
        case .outdated:
            if let chatID = openChatID { follow([], chatID: chatID) }
        case .found(let findings, let opening):
            if opening == state.trust.opening { state.trust.apply(findings) }
        case .listed(let userIDs, let chatID):
            guard state.chatList.chat(chatID)?.isEncrypted == true else { return state.trust.list(nil) }
            state.trust.list(chatID)
            effects.trustArchive.findMembers(userIDs, chatID: chatID)
        case .foundMembers(let people, let chatID):
            state.trust.apply(people, chatID: chatID)
        case .accepting(let people):
            effects.trustArchive.accept(people)
        }
    }

    /// The open chat; `nil` if it isn't encrypted.
    private var openChatID: String? {
        state.timeline.chatID.flatMap { state.chatList.chat($0)?.isEncrypted == true ? $0 : nil }
    }

    /// Requests the devices of people if they changed since the last request.
    private func follow(_ senders: Set<String>, chatID: String) {
        guard let encryption = effects.encryption else { return }
        effects.tasks.run { await encryption.follow(senders, chatID: chatID) }
    }
}

extension TrustEventRouter: SliceReceiver {
    func receive(_ slice: ReceivedSlice) {
        let applied = slice.applied
        if let listed = state.chatDetails.chatID, slice.has(listed), state.chatList.chat(listed) != nil,
            applied.changedMembers[listed] != nil
        {
            queue.post(TrustEvent.listed(state.chatDetails.members.map(\.userID), chatID: listed))
        }
        if let open = openChatID, slice.has(open) {
            let new = (applied.newMessages[open] ?? []).origins
            queue.post(TrustEvent.shown(new.union((applied.changedMessages[open] ?? []).origins), chatID: open))
        }
    }
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
