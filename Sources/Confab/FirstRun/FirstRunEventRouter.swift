import Messenger
import ViewModels

/// Routes all events before there is an account.
@MainActor
final class FirstRunEventRouter {
    private let model: FirstRunModel
    private let endpoint: FirstRunEndpoint
    private let handler: FirstRunHandler
    private let begin: (FirstRunBeginning) -> Void
    private let leave: (() -> Void)?
    private let login: LoginFormRouter

    init(
        model: FirstRunModel, endpoint: FirstRunEndpoint, handler: FirstRunHandler,
        leave: (() -> Void)?, begin: @escaping (FirstRunBeginning) -> Void
    ) {
        self.model = model
        self.endpoint = endpoint
        self.handler = handler
        self.begin = begin
        self.leave = leave
        login = LoginFormRouter(
            model: model.login, logIn: { [model, endpoint] in endpoint.logIn(model.login.identity, by: $0) },
            accept: { [endpoint] in endpoint.accept($0) }, giveUp: { [endpoint] in endpoint.leaveLogin() },
            formLeft: { [model] in
                if let leave { leave() } else { model.show(.firstRun) }
            })
    }

    func route(_ event: FirstRunEvent) {
        switch event {
        case .nameChanged(let name):
            model.changeName(name)
        case .starting(let name):
            guard !model.isBusy else { return }
            model.changeName(name)
            model.begin()
            endpoint.start(name: name) { [weak self] in self?.route($0) }
        case .started(let beginning):
            begin(beginning)
            return
        case .failed(let reason):
            model.fail(reason)
        case .loginAsked:
            model.showLogin()
        case .login(let event):
            login.route(event)
        case .back:
            if let leave { leave() } else { model.show(.firstRun) }
        }
        handler.changed()
    }
}
