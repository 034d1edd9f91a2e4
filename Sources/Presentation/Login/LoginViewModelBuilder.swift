package import MatrixClient
import Messenger
package import ViewModels

/// Builds the login form.
package struct LoginViewModelBuilder: Equatable {
    package let content: LoginContent
    package let title: DisplayText
    /// The text at the top of the form, such as the account and server if they are settled.
    package let introduction: DisplayText
    /// A note for information only.
    package let note: DisplayText

    package init(
        content: LoginContent, title: DisplayText, introduction: DisplayText, note: DisplayText = .empty
    ) {
        self.content = content
        self.title = title
        self.introduction = introduction
        self.note = note
    }

    package func build(
        initialFields: LoginViewModel.Fields = LoginViewModel.Fields(),
        logIn: @escaping @MainActor (LoginViewModel.Fields) -> Void,
        choose: @escaping @MainActor (LoginMethod) -> Void, cancel: @escaping @MainActor () -> Void
    ) -> LoginViewModel {
        LoginViewModel(
            number: content.count, title: title, introduction: words, address: address, fields: fields,
            methods: content.stage == .methods
                ? content.methods.map { method in
                    LoginViewModel.Method(title: DisplayText(sanitizing: method.text)) { choose(method) }
                } : [],
            initialFields: initialFields, isServerNeeded: content.isServerNeeded,
            shouldShowBusy: content.isBusy || content.need == .isAsked, busyText: busyText,
            shouldShowError: errorText != nil, errorText: DisplayText(sanitizing: errorText ?? ""),
            note: note, logIn: action(logIn), cancel: cancel)
    }

    private var errorText: String? { content.need.text ?? content.error }

    private var busyText: DisplayText {
        if content.need == .isAsked { return .words("login.asking-whether") }
        return content.step.map { DisplayText(sanitizing: $0.text) } ?? .words("server.asking")
    }

    private func action(
        _ logIn: @escaping @MainActor (LoginViewModel.Fields) -> Void
    ) -> Action<LoginViewModel.Fields> {
        if content.isBusy, content.stage != .browser { return .unavailable(.words("server.being-asked")) }
        switch content.need {
        case .isMissing: break
        case .isAsked: return .unavailable(.words("server.being-asked"))
        case .isNotMissing: return .unavailable(.words("login.is-not-missing"))
        case .isUnknown: return .unavailable(.words("login.not-asked"))
        }
        if content.isGivingUp { return .unavailable(.words("unsent-file.is-being-written")) }
        return .available(logIn)
    }

    private var fields: [LoginViewModel.Field] {
        switch content.stage {
        case .identity: [.user, .server]
        case .password: [.password]
        case .token: [.token]
        case .methods: []
        case .browser: [.address]
        }
    }

    private var words: DisplayText {
        switch content.stage {
        case .identity, .password, .token: introduction
        case .methods: .words("login.ways-in")
        case .browser where content.visit?.isOpened == true:
            .words("login.browser-opens")
        case .browser: .words("login.open-in-browser")
        }
    }

    private var address: DisplayText {
        content.stage == .browser ? DisplayText(sanitizing: content.visit?.address ?? "") : .empty
    }
}

extension LoginViewModelBuilder {
    /// The form for logging in again.
    @MainActor
    init(again screen: ScreenParts) {
        let state = screen.state
        var content = LoginContent(state.login)
        // The session may have ended after the server responded.
        if state.connection.isLoggedOut { content.need = .isMissing }
        let isSessionOver = state.connection.isSessionOver
        let (user, server) = (state.account.userID, screen.environment.login?.server ?? "")
        self.init(
            content: content, title: .words("login.again-title"),
            introduction: isSessionOver
                ? .words("login.again-as-new-device", ["user": user, "server": server])
                : .words("login.again", ["user": user, "server": server]),
            note: isSessionOver ? Self.note(of: content.unsent) : .empty)
    }

    /// Returns the note about the file with the unsent messages of the ended session.
    private static func note(of file: UnsentFile) -> DisplayText {
        guard case .written(let path) = file else { return .empty }
        return .words("unsent-file.unsent-is-in", ["file": path])
    }
}
