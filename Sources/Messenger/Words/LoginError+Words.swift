import MatrixAPI
package import MatrixClient
import ViewModels

extension LoginError {
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
            .words("login.pause-needed", ["time": LoginError.duration(milliseconds)])
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

extension LoginDialogue {
    /// The text of the page that the browser shows after a login.
    package static var farewellText: String { .words("login.browser-is-done") }
}

extension LoginMethod {
    /// The name of the method. It may contain a provider's name from the server.
    package var text: String {
        switch self {
        case .password: .words("login.password")
        case .singleSignOn(nil): .words("login.single-sign-on")
        case .singleSignOn(let provider?): .words("login.single-sign-on-by", ["provider": provider.name])
        case .token: .words("login.token")
        }
    }
}

extension LoginStep {
    /// The description of the step. It may contain untrusted names.
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

extension DiscoveryFailureReason {
    /// The cause as a short phrase to follow a colon. It may contain text from a website.
    var text: String {
        switch self {
        case .noServerName: .words("discovery.no-server-name")
        case .badRedirect: .words("discovery.bad-redirect")
        case .siteTrouble(let status): .words("discovery.site-trouble", ["status": String(status)])
        case .unreadableAnswer: .words("discovery.unreadable-answer")
        case .unnamed: .words("discovery.unnamed")
        case .unencrypted(let address): .words("discovery.unencrypted", ["address": address])
        case .badAddress(let address): .words("discovery.bad-address", ["address": address])
        case .client(let error): error.cause
        }
    }
}
