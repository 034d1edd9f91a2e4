package import MatrixClient
import ViewModels

/// The way in for what is done with the form by which one logs in: in the first run, and after a logout.
@MainActor
package struct LoginFormRouter {
    private let model: LoginModel
    private let mayLogIn: @MainActor () -> Bool
    private let logIn: @MainActor (LoginChoice?) -> Void
    private let accept: @MainActor (String) -> Bool
    private let giveUp: @MainActor () -> Void
    private let formLeft: @MainActor () -> Void

    /// - Parameters:
    ///   - mayLogIn: whether a login is what is missing.
    ///   - logIn: answers a login that waits, or begins one; with `nil` the server is asked for the ways in that it offers.
    ///   - accept: says whether an address is the one that the browser was awaited at, and goes on with it.
    ///   - giveUp: ends what waits for the person.
    ///   - formLeft: takes the form from the screen.
    package init(
        model: LoginModel, mayLogIn: @escaping @MainActor () -> Bool = { true },
        logIn: @escaping @MainActor (LoginChoice?) -> Void,
        accept: @escaping @MainActor (String) -> Bool, giveUp: @escaping @MainActor () -> Void,
        formLeft: @escaping @MainActor () -> Void
    ) {
        self.model = model
        self.mayLogIn = mayLogIn
        self.logIn = logIn
        self.accept = accept
        self.giveUp = giveUp
        self.formLeft = formLeft
    }

    package func route(_ event: LoginFormEvent) {
        switch event {
        case .submitted(let fields): submit(fields)
        case .chosen(.password): model.ask(for: .password)
        case .chosen(.token): model.ask(for: .token)
        case .chosen(.singleSignOn(let provider)): answer(.singleSignOn(provider))
        case .told(let news): model.take(news)
        case .failed(let reason): model.fail(reason)
        case .serverNeeded(let reason): model.askForServer(reason)
        case .left: leave()
        }
    }

    private func submit(_ fields: LoginViewModel.Fields) {
        switch model.stage {
        case .identity:
            guard !model.isBusy else { return }
            model.identify(fields)
            answer(nil)
        case .password: answer(.password(user: model.identity.user, password: fields.password))
        case .token: answer(.token(fields.token))
        case .browser:
            if !accept(fields.address) { model.remark(LoginFormProblem.wrongAddress) }
        case .methods: return
        }
    }

    private func answer(_ choice: LoginChoice?) {
        guard !model.isBusy, !model.isGivingUp, mayLogIn() else { return }
        model.begin()
        logIn(choice)
    }

    private func leave() {
        if model.stage == .browser { giveUp() }
        if model.stepBack() { return }
        giveUp()
        formLeft()
    }
}
