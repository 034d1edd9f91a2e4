import ViewModels

/// The way in for all that happens before there is an account.
@MainActor
final class FirstRunEventRouter {
    private let model: FirstRunModel
    private let endpoint: FirstRunEndpoint
    private let handler: FirstRunEventHandler
    private let begin: (FirstRunBeginning) -> Void

    init(
        model: FirstRunModel, endpoint: FirstRunEndpoint, handler: FirstRunEventHandler,
        begin: @escaping (FirstRunBeginning) -> Void
    ) {
        self.model = model
        self.endpoint = endpoint
        self.handler = handler
        self.begin = begin
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
        case .loginWent(let step):
            model.waitFor(step)
        case .serverNeeded(let reason):
            model.askForServer(reason)
        case .loginAsked:
            model.show(.login)
        case .loggingIn(let fields):
            guard !model.isBusy else { return }
            model.begin(fields)
            endpoint.logIn(fields) { [weak self] in self?.route($0) }
        case .back:
            model.show(.firstRun)
        }
        handler.changed()
    }
}
