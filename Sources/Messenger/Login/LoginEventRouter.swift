import MatrixClient
import ViewModels

/// Events of logging in again after a logout.
enum LoginEvent: RoutedEvent {
    case opened
    /// The server's response about whether it still knows the session.
    case answered(LoginNeed)
    /// The homeserver ended the session and removed the device.
    case sessionEnded
    case gaveUp(UnsentFile)
    case form(LoginFormEvent)
    case loggedIn(deviceID: String)
}

/// Handles the events of logging in again after a logout.
@MainActor
struct LoginEventRouter: EventRouter {
    struct Models {
        let login: LoginModel
        let connection: ConnectionModel
        let composer: ComposerModel
        let navigation: NavigationModel
        let outbox: OutboxModel
    }

    private let models: Models
    private let drafts: ComposerArchive
    private let disk: DiskQueue
    private let login: AccountLoginEndpoint
    private let sync: SyncLoopEndpoint
    private let outbox: OutboxEndpoint
    private let encryption: EncryptionEndpoint?
    private let handlers: SessionHandlers
    private let environment: SessionEnvironment

    func route(_ event: LoginEvent) {
        switch event {
        case .opened:
            let isMissing = models.connection.isLoggedOut
            models.login.open(need: isMissing ? .isMissing : .isAsked)
            models.navigation.show(.login)
            // The form opens before the server answers, so that typed text doesn't end up in the composer.
            if !isMissing { login.ask() }
            showForm()
        case .answered(let need):
            models.login.answer(need)
            handlers.login.changed()
        case .sessionEnded:
            guard !models.login.isGivingUp else { return }
            models.login.beginGivingUp()
            drafts.saveDraft(models.composer.draft, at: models.composer.draftPlace)
            login.giveUp(after: disk)
            handlers.login.changed()
        case .gaveUp(let file):
            models.login.gaveUp(file)
            handlers.login.changed()
            handlers.notices.changed()
        case .form(let event):
            form.route(event)
            handlers.login.changed()
        case .loggedIn(let deviceID):
            models.login.finish()
            models.connection.change(to: .connecting, now: environment.now())
            if models.navigation.screen == .login { models.navigation.show(.chats) }
            encryption?.begin(deviceID: deviceID)
            sync.start()
            outbox.open(with: models.outbox.lines, deviceID: deviceID)
            handlers.screenChanged()
            handlers.connection.changed()
            handlers.timeline.changed()
        }
    }

    private var form: LoginFormRouter {
        LoginFormRouter(
            model: models.login, mayLogIn: { [models] in models.connection.isLoggedOut },
            logIn: { [models, login] in
                login.logIn(by: $0, continuesDevice: models.connection.continuesDevice)
            }, accept: { [login] in login.accept($0) }, giveUp: { [login] in login.leave() },
            formLeft: { [self] in
                if models.navigation.screen == .login { models.navigation.show(.chats) }
                showForm()
            })
    }

    private func showForm() {
        handlers.login.changed()
        handlers.screenChanged()
    }
}

extension LoginEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                login: models.login, connection: models.connection, composer: models.composer,
                navigation: models.navigation, outbox: models.outbox),
            drafts: session.composerArchive, disk: session.disk,
            login: AccountLoginEndpoint(session.endpointParts),
            sync: session.sync, outbox: session.outbox, encryption: session.encryption, handlers: session.handlers,
            environment: session.environment)
    }
}
