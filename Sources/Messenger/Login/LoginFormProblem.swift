import ViewModels

/// What is wrong with what was given to the form by which one logs in.
enum LoginFormProblem: Reason {
    /// A pasted address is not the one at which the browser ends.
    case wrongAddress

    var message: String {
        switch self {
        case .wrongAddress: .words("login.wrong-address")
        }
    }
}
