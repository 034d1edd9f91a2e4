package import Engine
package import MatrixClient
package import ViewModels

/// Handles the events of the login form, in the first run and after a logout.
@MainActor
package struct LoginFormRouter {
    private let owner: any LoginOwner
    private let mayLogIn: @MainActor () -> Bool
    private let logIn: @MainActor (LoginChoice?) -> Void
    private let accept: @MainActor (String) -> Bool
    private let giveUp: @MainActor () -> Void
    private let formLeft: @MainActor () -> Void

    /// - Parameters:
    ///   - owner: keeps the state of the form.
    ///   - mayLogIn: returns whether a login is needed.
    ///   - logIn: answers a waiting login, or begins one. With `nil`, the server is asked for its login methods.
    ///   - accept: returns whether an address is the expected redirect of the browser, and continues the login if so.
    ///   - giveUp: cancels a login that waits for the user.
    ///   - formLeft: removes the form from the screen.
    package init(
        owner: any LoginOwner, mayLogIn: @escaping @MainActor () -> Bool = { true },
        logIn: @escaping @MainActor (LoginChoice?) -> Void,
        accept: @escaping @MainActor (String) -> Bool, giveUp: @escaping @MainActor () -> Void,
        formLeft: @escaping @MainActor () -> Void
    ) {
        self.owner = owner
        self.mayLogIn = mayLogIn
        self.logIn = logIn
        self.accept = accept
        self.giveUp = giveUp
        self.formLeft = formLeft
    }

    package func route(_ event: LoginFormEvent) {
        switch event {
        case .submitted(let fields): submit(fields)
        case .chosen(.password): owner.login.ask(for: .password)
        case .chosen(.token): owner.login.ask(for: .token)
        case .chosen(.singleSignOn(let provider)): answer(.singleSignOn(provider))
        case .told(let news): owner.login.apply(news)
        case .failed(let reason): owner.login.fail(reason)
        case .serverNeeded(let reason): owner.login.askForServer(reason)
        case .left: leave()
        }
    }

    private func submit(_ fields: LoginViewModel.Fields) {
        switch owner.login.stage {
        case .identity:
            guard !owner.login.isBusy else { return }
            owner.login.identify(fields)
            answer(nil)
        case .password: answer(.password(user: owner.login.identity.user, password: fields.password))
        case .token: answer(.token(fields.token))
        case .browser:
            if !accept(fields.address) { owner.login.remark(InvalidLoginReason.wrongAddress) }
        case .methods: return
        }
    }

    private func answer(_ choice: LoginChoice?) {
        guard !owner.login.isBusy, !owner.login.isGivingUp, mayLogIn() else { return }
        owner.login.begin()
        logIn(choice)
    }

    private func leave() {
        if owner.login.stage == .browser { giveUp() }
        if owner.login.stepBack() { return }
        giveUp()
        formLeft()
    }
}

/// Keeps the state of a login form.
@MainActor
package protocol LoginOwner: AnyObject {
    var login: LoginModel { get set }
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
