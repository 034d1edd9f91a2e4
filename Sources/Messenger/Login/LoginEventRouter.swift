import MatrixClient
import ViewModels

/// The way in for all that happens while somebody who was logged out logs in again.
@MainActor
struct LoginEventRouter: EventRouter {
    struct Models {
        let login: LoginModel
        let connection: ConnectionModel
        let composer: ComposerModel
        let navigation: NavigationModel
        let outbox: OutboxModel
        let account: AccountModel
    }

    private let models: Models
    private let drafts: ComposerArchive
    private let disk: DiskQueue
    private let login: LoginEndpoint
    private let sync: SyncEndpoint
    private let outbox: OutboxEndpoint
    private let handler: LoginEventHandler
    private let surroundings: Surroundings

    func route(_ event: LoginEvent) {
        switch event {
        case .opened:
            models.login.open()
            models.navigation.show(.login)
            handler.opened()
        case .sessionEnded:
            guard !models.login.isGivingUp else { return }
            models.login.beginGivingUp()
            drafts.saveDraft(models.composer.draft, chatID: models.composer.chatID)
            login.giveUp(after: disk)
            handler.formChanged()
        case .gaveUp(let file):
            models.login.gaveUp(file)
            handler.gaveUp()
        case .submitted(let fields):
            submit(fields)
            handler.formChanged()
        case .chosen(.password):
            models.login.ask(for: .password)
            handler.formChanged()
        case .chosen(.token):
            models.login.ask(for: .token)
            handler.formChanged()
        case .chosen(.singleSignOn(let provider)):
            logIn(by: .singleSignOn(provider))
            handler.formChanged()
        case .told(let news):
            models.login.take(news)
            handler.formChanged()
        case .failed(let reason):
            models.login.fail(reason)
            handler.formChanged()
        case .loggedIn(let deviceID):
            models.login.finish()
            models.connection.change(to: .connecting, now: surroundings.now())
            if models.navigation.screen == .login { models.navigation.show(.chats) }
            sync.resume()
            outbox.open(with: models.outbox.lines, deviceID: deviceID)
            handler.loggedIn()
        case .left:
            if models.login.stage == .browser { login.leave() }
            if models.login.stepBack() { return handler.formChanged() }
            login.leave()
            if models.navigation.screen == .login { models.navigation.show(.chats) }
            handler.opened()
        }
    }

    private func submit(_ fields: LoginViewModel.Fields) {
        switch models.login.stage {
        case .password: logIn(by: .password(user: models.account.account.userID, password: fields.password))
        case .token: logIn(by: .token(fields.token))
        case .browser:
            if !login.accept(fields.address) { models.login.remark(LoginModel.wrongAddress) }
        case .identity, .methods: return
        }
    }

    private func logIn(by choice: LoginChoice) {
        guard !models.login.isBusy, !models.login.isGivingUp, models.connection.isLoggedOut else { return }
        models.login.begin()
        login.logIn(by: choice, continuesDevice: models.connection.continuesDevice)
    }
}

extension LoginEventRouter {
    init(_ session: SessionParts) {
        let models = session.models
        self.init(
            models: Models(
                login: models.login, connection: models.connection, composer: models.composer,
                navigation: models.navigation, outbox: models.outbox, account: models.account),
            drafts: session.composerArchive, disk: session.disk,
            login: LoginEndpoint(login: session.surroundings.login, queue: session.queue, tasks: session.tasks),
            sync: session.sync, outbox: session.outbox, handler: LoginEventHandler(raiser: session.raiser),
            surroundings: session.surroundings)
    }
}
