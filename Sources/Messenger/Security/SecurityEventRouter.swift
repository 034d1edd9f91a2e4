import MatrixClient
import ViewModels

/// Events of the security screen.
enum SecurityEvent: RoutedEvent {
    case opened
    case chose(SecurityAction)
    /// The typed text: a recovery key, a passphrase or the account's password.
    case submitted(String)
    /// The requested action is complete.
    case done
    /// A recovery key was made. Nothing stores it, so it is shown now or lost.
    case keyMade(String)
    case failed(SecurityFailureReason)
    /// Goes back one step.
    case left
    /// The verification state of this device changed.
    case standingChanged
    /// Whether this device already showed the prompt to verify it.
    case wasTold(Bool)
}

/// Routes the events of the security screen.
@MainActor
struct SecurityEventRouter: EventRouter {
    struct Models {
        let security: SecurityModel
        let ownIdentity: OwnIdentityModel
        let navigation: NavigationModel
        let composer: ComposerModel
    }

    private let models: Models
    private let endpoint: SecurityEndpoint
    private let archive: SecurityArchive
    private let handlers: SessionHandlers
    private let queue: EventQueue

    func route(_ event: SecurityEvent) {
        switch event {
        case .opened: open()
        case .chose(let way): choose(way)
        case .submitted(let text): submit(text)
        case .done: models.security.enter(.ways)
        case .keyMade(let key): models.security.enter(.made(key: key))
        case .failed(let problem): fail(problem)
        case .left: leave()
        case .standingChanged:
            handlers.connection.standingChanged()
            if models.ownIdentity.state.isToConfirm, models.security.wasTold == nil { archive.load() }
        case .wasTold(let wasTold):
            models.security.setTold(wasTold)
            if !wasTold { showPrompt() }
        }
        handlers.navigation.changed()
        handlers.security.changed()
        handlers.notices.changed()
    }

    private func open() {
        models.security.open(from: models.navigation.screen, seeing: models.ownIdentity.state)
        models.ownIdentity.dismissLoss()
        models.navigation.show(.security)
        endpoint.refresh()
    }

    /// Shows the prompt once per device, and not while the user is writing a message.
    private func showPrompt() {
        guard models.ownIdentity.state.isToConfirm else { return }
        models.security.setTold(true)
        archive.rememberTold()
        if models.navigation.screen == .chats, models.composer.text.isEmpty { open() }
    }

    private func choose(_ way: SecurityAction) {
        switch way {
        case .emoji: queue.post(VerificationEvent.asking(.ownDevice(deviceID: nil)))
        case .recoveryKey: models.security.enter(.recoveryKey)
        case .newRecoveryKey:
            models.security.begin()
            endpoint.makeRecoveryKey()
        case .keptKey:
            models.security.begin()
            endpoint.activateRecoveryKey()
        case .newIdentity where models.security.step == .ways: models.security.enter(.warning)
        case .identity, .newIdentity: makeIdentity(way, .nothing)
        case .proven:
            guard case .browser(let way, _, let session) = models.security.step else { return }
            makeIdentity(way, AccountProof(session: session))
        case .later: leave()
        }
    }

    private func submit(_ text: String) {
        guard !models.security.isBusy else { return }
        guard !text.isEmpty else { return models.security.fail(.nothingTyped) }
        switch models.security.step {
        case .recoveryKey:
            models.security.begin()
            endpoint.recover(with: text)
        case .password(let way, let session):
            makeIdentity(way, AccountProof(password: text, session: session))
        case .ways, .warning, .browser, .made: return
        }
    }

    private func makeIdentity(_ way: SecurityAction, _ proof: AccountProof) {
        models.security.begin()
        endpoint.makeIdentity(way, proof)
    }

    private func fail(_ problem: SecurityFailureReason) {
        guard case .needsProof(let way, let demand) = problem else { return models.security.fail(problem) }
        // If the user went back meanwhile, the server's demand is ignored.
        guard models.security.isBusy else { return }
        if demand.takesPassword { return models.security.enter(.password(way, session: demand.session)) }
        guard let page = demand.page else { return models.security.fail(problem) }
        var isAgain = false
        if case .browser = models.security.step { isAgain = true }
        models.security.enter(.browser(way, page: page, session: demand.session))
        if isAgain { models.security.fail(.notProven) }
    }

    private func leave() {
        switch models.security.step {
        case .recoveryKey, .warning, .password, .browser, .made: models.security.enter(.ways)
        case .ways:
            if models.navigation.screen == .security { models.navigation.show(models.security.origin) }
        }
    }
}

extension SecurityEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                security: models.security, ownIdentity: models.ownIdentity, navigation: models.navigation,
                composer: models.composer),
            endpoint: SecurityEndpoint(session.endpointParts), archive: session.securityArchive,
            handlers: session.handlers, queue: session.queue)
    }
}
