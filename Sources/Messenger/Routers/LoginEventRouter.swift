import Engine
import MatrixClient
import ViewModels

/// Handles the events of logging in again after a logout.
@MainActor
struct LoginEventRouter: SubjectRouter {
    let state: SessionState
    let effects: Effects

    func route(_ event: LoginEvent) {
        switch event {
        case .opened:
            let isMissing = state.connection.isLoggedOut
            state.login.open(need: isMissing ? .isMissing : .isAsked)
            state.navigation.show(.login)
            // The form opens before the server answers, so that typed text doesn't end up in the composer.
            if !isMissing { effects.login.ask() }
        case .answered(let need):
            state.login.answer(need)
        case .sessionEnded:
            guard !state.login.isGivingUp else { return }
            state.login.beginGivingUp()
            effects.composerArchive.saveDraft(state.composer.draft, at: state.composer.draftPlace)
            effects.login.giveUp(after: effects.disk)
        case .gaveUp(let file):
            state.login.gaveUp(file)
        case .form(let event):
            form.route(event)
        case .loggedIn(let deviceID):
            state.login.finish()
            state.connection.change(to: .connecting, now: environment.now())
            if state.navigation.screen == .login { state.navigation.show(.chats) }
            effects.encryption?.begin(deviceID: deviceID)
            effects.sync.start()
            effects.outbox.open(with: state.outbox.lines, deviceID: deviceID)
        }
    }

    private var form: LoginFormRouter {
        LoginFormRouter(
            owner: state, mayLogIn: { [state] in state.connection.isLoggedOut },
            logIn: { [state, effects] in
                effects.login.logIn(by: $0, continuesDevice: state.connection.continuesDevice)
            }, accept: { [effects] in effects.login.accept($0) }, giveUp: { [effects] in effects.login.leave() },
            formLeft: { [self] in
                if state.navigation.screen == .login { state.navigation.show(.chats) }
            })
    }
}
