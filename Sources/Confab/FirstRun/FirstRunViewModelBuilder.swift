import Engine
import Messenger
import Presentation
import ViewModels

/// Builds the view model of the first-run question, or of the login.
@MainActor
struct FirstRunViewModelBuilder {
    let model: FirstRunModel
    let quit: () -> Void
    let route: (FirstRunEvent) -> Void

    func navigation() -> NavigationViewModel {
        var actions = NavigationViewModel.Actions()
        actions.logIn =
            model.screen == .firstRun
            ? .available { route(.loginAsked) } : .unavailable(.words("first-run.this-is-the-login"))
        actions.quit = .available { quit() }
        actions.back = .available { route(.back) }
        return NavigationViewModel(screen: model.screen, detail: .nothing, openedCount: 0, actions: actions)
    }

    func question() -> FirstRunViewModel {
        FirstRunViewModel(
            question: .words("first-run.your-name"), suggestedName: model.suggestedName, hint: hint,
            loginHint: .words("first-run.have-a-matrix-account"), shouldShowBusy: model.isBusy,
            busyText: .words("first-run.making-your-account-on-this-machine"), shouldShowError: model.error != nil,
            errorText: DisplayText(sanitizing: model.error?.message ?? ""), changed: { route(.nameChanged($0)) },
            start: start)
    }

    func login() -> LoginViewModel {
        LoginViewModelBuilder(
            content: LoginContent(model.login),
            title: model.isOneMore ? .words("accounts.add") : .words("first-run.log-in-to-matrix-account"),
            introduction: identity
        ).build(
            initialFields: model.login.identity,
            logIn: { route(.login(.submitted($0))) }, choose: { route(.login(.chosen($0))) },
            cancel: { route(.login(.left)) })
    }

    /// The user's name, shown after its field has left the screen.
    private var identity: DisplayText {
        let user = model.login.identity.user
        return model.login.stage == .identity || user.isEmpty ? .empty : .words("first-run.as", ["user": user])
    }

    private var localpart: String? { AccountName.localpart(from: model.name) }

    private var hint: DisplayText {
        guard let localpart else { return .words("first-run.id-needs-a-letter") }
        return DisplayText.words(
            "first-run.your-id", ["localpart": localpart, "server": EmbeddedHomeserver.serverName])
    }

    private var start: Action<String> {
        if model.isBusy { return .unavailable(.words("first-run.your-account-is-being-made")) }
        return .available { route(.starting(name: $0)) }
    }
}
