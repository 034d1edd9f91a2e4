import ViewModels

/// The way in for what happens about how this device stands.
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
            if models.ownIdentity.isToConfirm, models.security.wasTold == nil { archive.load() }
        case .wasTold(let wasTold):
            models.security.setTold(wasTold)
            if !wasTold { tell() }
        }
        handlers.navigation.changed()
        handlers.security.changed()
        handlers.notices.changed()
    }

    private func open() {
        models.security.open(from: models.navigation.screen)
        models.navigation.show(.security)
    }

    /// Once on a device, and nobody who writes is taken away from that.
    private func tell() {
        guard models.ownIdentity.isToConfirm else { return }
        models.security.setTold(true)
        archive.rememberTold()
        if models.navigation.screen == .chats, models.composer.text.isEmpty { open() }
    }

    private func choose(_ way: SecurityWay) {
        switch way {
        case .emoji: queue.post(VerificationEvent.asking(.ownDevice(deviceID: nil)))
        case .recoveryKey: models.security.enter(.recoveryKey)
        case .newRecoveryKey:
            models.security.begin()
            endpoint.makeRecoveryKey()
        case .identity, .newIdentity: models.security.enter(.password(way))
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
        case .password(let way):
            models.security.begin()
            endpoint.makeIdentity(isNew: way == .newIdentity, password: text)
        case .ways, .made: return
        }
    }

    private func fail(_ problem: SecurityProblem) {
        models.security.fail(problem)
    }

    private func leave() {
        switch models.security.step {
        case .recoveryKey, .password, .made: models.security.enter(.ways)
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
            endpoint: SecurityEndpoint(
                encryption: session.encryption, queue: session.queue, tasks: session.tasks),
            archive: session.securityArchive,
            handlers: session.handlers, queue: session.queue)
    }
}
