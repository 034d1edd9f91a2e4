package import MatrixClient
package import ViewModels

/// Handles the events of the login form, in the first run and after a logout.
@MainActor
package struct LoginFormRouter {
    private let model: LoginModel
    private let mayLogIn: @MainActor () -> Bool
    private let logIn: @MainActor (LoginChoice?) -> Void
    private let accept: @MainActor (String) -> Bool
    private let giveUp: @MainActor () -> Void
    private let formLeft: @MainActor () -> Void

    /// - Parameters:
    ///   - mayLogIn: returns whether a login is needed.
    ///   - logIn: answers a waiting login, or begins one. With `nil`, the server is asked for its login methods.
    ///   - accept: returns whether an address is the expected redirect of the browser, and continues the login if so.
    ///   - giveUp: cancels a login that waits for the user.
    ///   - formLeft: removes the form from the screen.
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
        case .told(let news): model.apply(news)
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
            if !accept(fields.address) { model.remark(InvalidLoginReason.wrongAddress) }
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

/// Events of the login form, in the first run and after a logout.
package enum LoginFormEvent: Sendable {
    case submitted(LoginViewModel.Fields)
    case chosen(LoginMethod)
    /// The login reports progress or asks a question.
    case told(LoginPrompts.Update)
    case failed(any Reason)
    /// No homeserver was found for the Matrix ID.
    case serverNeeded(any Reason)
    /// Esc was pressed: go back a step, or leave the form.
    case left
}
