import ViewModels

/// Makes the form by which somebody who was logged out logs in again.
@MainActor
struct LoginViewModelBuilder {
    let account: Account
    let server: String
    let model: LoginModel

    func build(logIn: @escaping @MainActor (String) -> Void, cancel: @escaping @MainActor () -> Void) -> LoginViewModel
    {
        LoginViewModel(
            number: model.count, title: "Log in again",
            introduction: "As " + DisplayText(sanitizing: account.userID) + " at " + DisplayText(sanitizing: server)
                + ". What waits here goes out then.",
            fields: [.password], shouldShowBusy: model.isBusy, busyText: DisplayText(sanitizing: model.step),
            shouldShowError: model.error != nil, errorText: DisplayText(sanitizing: model.error ?? ""),
            logIn: model.isBusy
                ? .unavailable("The server is being asked") : .available { fields in logIn(fields.password) },
            cancel: cancel)
    }
}
