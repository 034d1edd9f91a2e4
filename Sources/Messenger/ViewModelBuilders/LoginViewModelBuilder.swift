import ViewModels

/// Makes the form by which somebody who was logged out logs in again.
@MainActor
struct LoginViewModelBuilder {
    let account: Account
    let server: String
    let model: LoginModel
    /// Whether this device is no more, and the next login makes another one.
    var isSessionOver = false

    func build(logIn: @escaping @MainActor (String) -> Void, cancel: @escaping @MainActor () -> Void) -> LoginViewModel
    {
        LoginViewModel(
            number: model.count, title: "Log in again",
            introduction: "As " + DisplayText(sanitizing: account.userID) + " at " + DisplayText(sanitizing: server)
                + (isSessionOver ? ", as a new device." : ".") + " What waits here goes out then.",
            fields: [.password], shouldShowBusy: model.isBusy, busyText: DisplayText(sanitizing: model.step),
            shouldShowError: model.error != nil, errorText: DisplayText(sanitizing: model.error ?? ""),
            note: note, logIn: action(logIn), cancel: cancel)
    }

    private var note: DisplayText {
        guard isSessionOver, case .written(let path) = model.unsent else { return .empty }
        return "What was not sent is in " + DisplayText(sanitizing: path)
    }

    private func action(_ logIn: @escaping @MainActor (String) -> Void) -> Action<LoginViewModel.Fields> {
        if model.isBusy { return .unavailable("The server is being asked") }
        if model.isGivingUp { return .unavailable("What was not sent is being written to a file") }
        return .available { fields in logIn(fields.password) }
    }
}
