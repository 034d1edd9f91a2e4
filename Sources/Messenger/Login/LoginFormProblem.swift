import ViewModels

/// Errors in the input of the login form.
enum LoginFormProblem: Reason {
    /// The pasted address is not the expected redirect of the browser.
    case wrongAddress

    var message: String {
        switch self {
        case .wrongAddress: .words("login.wrong-address")
        }
    }
}
