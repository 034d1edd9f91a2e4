import Messenger
import ViewModels

/// Makes the question of the first run, and the login in its place.
@MainActor
struct FirstRunViewModelBuilder {
    let model: FirstRunModel
    let quit: () -> Void
    let route: (FirstRunEvent) -> Void

    func navigation() -> NavigationViewModel {
        var actions = NavigationViewModel.Actions()
        actions.logIn =
            model.screen == .firstRun
            ? .available { route(.loginAsked) } : .unavailable("This is the login: fill in the fields")
        actions.quit = .available { quit() }
        actions.back = .available { route(.back) }
        return NavigationViewModel(screen: model.screen, detail: .nothing, openedCount: 0, actions: actions)
    }

    func question() -> FirstRunViewModel {
        FirstRunViewModel(
            question: "Your name", suggestedName: model.suggestedName, hint: hint,
            loginHint: "Have a Matrix account? " + .key(.logIn) + " logs in instead.", shouldShowBusy: model.isBusy,
            busyText: "Making your account on this machine…", shouldShowError: model.error != nil,
            errorText: DisplayText(sanitizing: model.error ?? ""), changed: { route(.nameChanged($0)) }, start: start)
    }

    func login() -> LoginViewModel {
        LoginViewModelBuilder(
            content: LoginContent(model.login), title: "Log in to a Matrix account", introduction: identity
        ).build(
            initialFields: model.login.identity,
            logIn: { route(.login(.submitted($0))) }, choose: { route(.login(.chosen($0))) },
            cancel: { route(.login(.left)) })
    }

    /// Said once it can't be seen in the fields any more.
    private var identity: DisplayText {
        let user = model.login.identity.user
        return model.login.stage == .identity || user.isEmpty ? .empty : "As " + DisplayText(sanitizing: user)
    }

    private var localpart: String? { AccountName.localpart(from: model.name) }

    private var hint: DisplayText {
        guard let localpart else { return "An ID needs at least one letter from a to z or a digit" }
        return DisplayText(sanitizing: "Your ID on this machine: @\(localpart):\(EmbeddedHome.serverName)")
    }

    private var start: Action<String> {
        if model.isBusy { return .unavailable("Your account is being made") }
        return .available { route(.starting(name: $0)) }
    }
}
