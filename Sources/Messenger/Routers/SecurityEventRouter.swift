import Engine
import MatrixClient
import ViewModels

/// Routes the events of the security screen.
@MainActor
struct SecurityEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: SecurityEvent) {
        switch event {
        case .opened: open()
        case .chose(let way): choose(way)
        case .submitted(let text): submit(text)
        case .done: state.security.enter(.ways)
        case .keyMade(let key): state.security.enter(.made(key: key))
        case .failed(let problem): fail(problem)
        case .left: leave()
        case .standingChanged:
            if state.ownIdentity.state.isToConfirm, state.security.wasTold == nil { effects.securityArchive.load() }
        case .wasTold(let wasTold):
            state.security.setTold(wasTold)
            if !wasTold { showPrompt() }
        }
    }

    private func open() {
        state.security.open(from: state.navigation.screen, seeing: state.ownIdentity.state)
        state.ownIdentity.dismissLoss()
        state.navigation.show(.security)
        effects.security.refresh()
    }

    /// Shows the prompt once per device, and not while the user is writing a message.
    private func showPrompt() {
        guard state.ownIdentity.state.isToConfirm else { return }
        state.security.setTold(true)
        effects.securityArchive.rememberTold()
        if state.navigation.screen == .chats, state.composer.text.isEmpty { open() }
    }

    private func choose(_ way: SecurityAction) {
        switch way {
        case .emoji: queue.post(VerificationEvent.asking(.ownDevice(deviceID: nil)))
        case .recoveryKey: state.security.enter(.recoveryKey)
        case .newRecoveryKey:
            state.security.begin()
            effects.security.makeRecoveryKey()
        case .keptKey:
            state.security.begin()
            effects.security.activateRecoveryKey()
        case .newIdentity where state.security.step == .ways: state.security.enter(.warning)
        case .identity, .newIdentity: makeIdentity(way, .nothing)
        case .proven:
            guard case .browser(let way, _, let session) = state.security.step else { return }
            makeIdentity(way, AccountProof(session: session))
        case .later: leave()
        }
    }

    private func submit(_ text: String) {
        guard !state.security.isBusy else { return }
        guard !text.isEmpty else { return state.security.fail(.nothingTyped) }
        switch state.security.step {
        case .recoveryKey:
            state.security.begin()
            effects.security.recover(with: text)
        case .password(let way, let session):
            makeIdentity(way, AccountProof(password: text, session: session))
        case .ways, .warning, .browser, .made: return
        }
    }

    private func makeIdentity(_ way: SecurityAction, _ proof: AccountProof) {
        state.security.begin()
        effects.security.makeIdentity(way, proof)
    }

    private func fail(_ problem: SecurityFailureReason) {
        guard case .needsProof(let way, let demand) = problem else { return state.security.fail(problem) }
        // If the user went back meanwhile, the server's demand is ignored.
        guard state.security.isBusy else { return }
        if demand.takesPassword { return state.security.enter(.password(way, session: demand.session)) }
        guard let page = demand.page else { return state.security.fail(problem) }
        var isAgain = false
        if case .browser = state.security.step { isAgain = true }
        state.security.enter(.browser(way, page: page, session: demand.session))
        if isAgain { state.security.fail(.notProven) }
    }

    private func leave() {
        switch state.security.step {
        case .recoveryKey, .warning, .password, .browser, .made: state.security.enter(.ways)
        case .ways:
            if state.navigation.screen == .security { state.navigation.show(state.security.origin) }
        }
    }
}
