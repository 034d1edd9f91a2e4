package import MatrixClient
package import ViewModels

/// Makes the form by which somebody logs in.
@MainActor
package struct LoginViewModelBuilder {
    package let model: LoginModel
    package let title: DisplayText
    /// Who logs in where, as far as that is settled before the form.
    package let introduction: DisplayText
    /// Worth knowing, and nothing to act on.
    package let note: DisplayText

    package init(
        model: LoginModel, title: DisplayText, introduction: DisplayText, note: DisplayText = .empty
    ) {
        self.model = model
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
            number: model.count, title: title, introduction: words, address: address, fields: fields,
            methods: model.stage == .methods
                ? model.methods.map { method in
                    LoginViewModel.Method(title: DisplayText(sanitizing: method.text)) { choose(method) }
                } : [],
            initialFields: initialFields, isServerNeeded: model.isServerNeeded, shouldShowBusy: model.isBusy,
            busyText: model.step.map { DisplayText(sanitizing: $0.text) } ?? .words("server.asking"),
            shouldShowError: model.error != nil,
            errorText: DisplayText(sanitizing: model.error?.message ?? ""),
            note: note, logIn: action(logIn), cancel: cancel)
    }

    private func action(
        _ logIn: @escaping @MainActor (LoginViewModel.Fields) -> Void
    ) -> Action<LoginViewModel.Fields> {
        if model.isBusy, model.stage != .browser { return .unavailable(.words("server.being-asked")) }
        if model.isGivingUp { return .unavailable(.words("unsent-file.is-being-written")) }
        return .available(logIn)
    }

    private var fields: [LoginViewModel.Field] {
        switch model.stage {
        case .identity: [.user, .server]
        case .password: [.password]
        case .token: [.token]
        case .methods: []
        case .browser: [.address]
        }
    }

    private var words: DisplayText {
        switch model.stage {
        case .identity, .password, .token: introduction
        case .methods: .words("login.ways-in")
        case .browser where model.visit?.isOpened == true:
            .words("login.browser-opens")
        case .browser: .words("login.open-in-browser")
        }
    }

    private var address: DisplayText {
        model.stage == .browser ? DisplayText(sanitizing: model.visit?.address ?? "") : .empty
    }
}
