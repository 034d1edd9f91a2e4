import MatrixClient
import ViewModels

/// What is wrong with what was given to the form by which one logs in.
enum LoginFormProblem: Reason, Hashable {
    /// A pasted address is not the one at which the browser ends.
    case wrongAddress
    /// The server knows the session.
    case loggedIn
    /// Nobody says whether it does.
    case notAnswered(MatrixClientError)

    var message: String {
        switch self {
        case .wrongAddress: .words("login.wrong-address")
        case .loggedIn: .words("login.is-not-missing")
        case .notAnswered(let error): error.message
        }
    }
}
