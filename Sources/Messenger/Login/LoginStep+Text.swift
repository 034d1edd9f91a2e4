package import MatrixClient
import ViewModels

extension LoginStep {
    /// The description of the step. It may contain names from outside.
    package var text: String {
        switch self {
        case .lookingUp(let server): .words("login.looking-up", ["server": server])
        case .asking(let server): .words("login.asking", ["server": server])
        case .loggingIn(let server): .words("login.logging-in", ["server": server])
        case .browser(let minutes): .words("login.waiting-for-browser", count: minutes)
        case .pausing(let seconds): .words("login.pausing", count: Int(seconds))
        }
    }
}
