import MatrixAPI
package import MatrixClient
import ViewModels

extension LoginProblem {
    /// The error message in one line: the cause and the remedy. It may contain text from the server.
    package var message: String {
        switch self {
        case .noServer: .words("login.no-server")
        case .addressNeeded(let server, let problem):
            .words("login.address-needed", ["server": server, "reason": problem.text])
        case .unusableServer(let server, let problem):
            .words("login.unusable-server", ["server": server, "reason": problem.text])
        case .noWayIn(let flows) where flows.hasSingleSignOn: .words("login.single-sign-on-alone")
        case .noWayIn(let flows) where flows.types.isEmpty: .words("login.oauth-alone")
        case .noWayIn(let flows): .words("login.no-way-in", ["types": flows.types.joined(separator: ", ")])
        case .noRedirect: .words("login.no-redirect")
        case .browserStayedAway: .words("login.browser-stayed-away")
        case .tokenRefused: .words("login.token-refused")
        case .notOffered(let method): .words("login.not-offered", ["method": method.text])
        case .pauseNeeded(let milliseconds):
            .words("login.pause-needed", ["time": LoginProblem.duration(milliseconds)])
        case .deactivated: .words("login.deactivated")
        case .client(let error): error.message
        }
    }

    private static func duration(_ milliseconds: Int64) -> String {
        let seconds = Int((milliseconds + 999) / 1_000)
        if seconds < 120 { return .words("duration.seconds", count: seconds) }
        let minutes = (seconds + 59) / 60
        return minutes < 120
            ? .words("duration.minutes", count: minutes) : .words("duration.hours", count: (minutes + 59) / 60)
    }
}
