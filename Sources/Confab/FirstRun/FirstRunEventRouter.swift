import Engine
import Messenger
import ViewModels

/// Routes all events before there is an account.
@MainActor
final class FirstRunEventRouter {
    private let model: FirstRunModel
    private let endpoint: FirstRunEndpoint
    private let handler: FirstRunHandler
    private let begin: (FirstRunResult) -> Void
    private let leave: (() -> Void)?
    private let login: LoginFormRouter

    init(
        model: FirstRunModel, endpoint: FirstRunEndpoint, handler: FirstRunHandler,
        leave: (() -> Void)?, begin: @escaping (FirstRunResult) -> Void
    ) {
        self.model = model
        self.endpoint = endpoint
        self.handler = handler
        self.begin = begin
        self.leave = leave
        login = LoginFormRouter(
            owner: model, logIn: { [model, endpoint] in endpoint.logIn(model.login.identity, by: $0) },
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

/// An event before there is an account.
enum FirstRunEvent {
    case nameChanged(String)
    case starting(name: String)
    case started(FirstRunResult)
    case failed(any Reason)
    /// The user wants to log in to an existing Matrix account.
    case loginAsked
    case login(LoginFormEvent)
    /// The user returns from the login to the question.
    case back
}

/// Connects the parts of the first-run question for a name.
@MainActor
final class FirstRun {
    private let model: FirstRunModel
    private let router: FirstRunEventRouter
    private let handler: FirstRunHandler

    /// - Parameter leave: returns to the existing accounts. It is `nil` if there are none: the first screen then asks
    ///   for a name.
    init(
        events: ScreenEvents, endpoint: FirstRunEndpoint, quit: @escaping () -> Void, leave: (() -> Void)? = nil,
        begin: @escaping (FirstRunResult) -> Void
    ) {
        model = FirstRunModel(isOneMore: leave != nil)
        handler = FirstRunHandler(model: model, events: events, quit: quit)
        router = FirstRunEventRouter(model: model, endpoint: endpoint, handler: handler, leave: leave, begin: begin)
        endpoint.answer = { [weak router] in router?.route($0) }
        handler.route = { [weak router] in router?.route($0) }
    }

    func start() { handler.changed() }

    func fail(_ reason: any Reason) { router.route(.failed(reason)) }
}
