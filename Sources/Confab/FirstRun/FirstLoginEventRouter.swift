import MatrixClient
import Messenger
import ViewModels

/// The part of ``FirstRunEventRouter`` that is about logging in.
@MainActor
final class FirstLoginEventRouter {
    private let model: FirstRunModel
    private let endpoint: FirstRunEndpoint

    init(model: FirstRunModel, endpoint: FirstRunEndpoint) {
        self.model = model
        self.endpoint = endpoint
    }

    func route(_ event: FirstLoginEvent) {
        let login = model.login
        switch event {
        case .submitted(let fields): submit(fields)
        case .chosen(.password): login.ask(for: .password)
        case .chosen(.token): login.ask(for: .token)
        case .chosen(.singleSignOn(let provider)): answer(.singleSignOn(provider))
        case .told(let news): login.take(news)
        case .failed(let reason): login.fail(reason)
        case .serverNeeded(let reason): login.askForServer(reason)
        case .left: endpoint.leaveLogin()
        }
    }

    private func submit(_ fields: LoginViewModel.Fields) {
        switch model.login.stage {
        case .identity:
            guard !model.login.isBusy else { return }
            model.identify(fields)
            model.login.begin()
            endpoint.logIn(user: fields.user, server: fields.server, by: nil)
        case .password: answer(.password(user: model.loginFields.user, password: fields.password))
        case .token: answer(.token(fields.token))
        case .browser:
            if !endpoint.accept(fields.address) { model.login.remark(LoginModel.wrongAddress) }
        case .methods: return
        }
    }

    private func answer(_ choice: LoginChoice) {
        guard !model.login.isBusy else { return }
        model.login.begin()
        let fields = model.loginFields
        endpoint.logIn(user: fields.user, server: fields.server, by: choice)
    }
}
