package import MatrixAPI

/// Why nobody was logged in.
package enum LoginProblem: Error, Hashable, Sendable {
    /// Neither the user nor the address says which homeserver is meant.
    case noServer
    /// The name of the server led nowhere; whoever has the homeserver's address can give it.
    case addressNeeded(server: String, reason: String)
    /// The server names a homeserver that can't be used. Nothing else is tried.
    case unusableServer(server: String, reason: String)
    /// The server offers no flow that Confab can do.
    case noWayIn(LoginFlows)
    /// No listener for the browser could be opened on this machine.
    case noRedirect
    /// Nobody came back from the browser in time.
    case browserStayedAway
    /// The server doesn't take the login token, typed or from the browser.
    case tokenRefused
    /// What was chosen is none of what the server offers.
    case notOffered(LoginMethod)
    /// The server asks for a pause that is too long to sit out.
    case pauseNeeded(milliseconds: Int64)
    case deactivated
    case client(MatrixClientError)

    /// Whether an address of the homeserver is what is missing.
    package var asksForAddress: Bool {
        switch self {
        case .noServer, .addressNeeded: true
        case .unusableServer, .noWayIn, .noRedirect, .browserStayedAway, .tokenRefused, .notOffered, .pauseNeeded,
            .deactivated, .client:
            false
        }
    }

    /// One line: what happened and what to do. It may hold the server's words, which are text from outside.
    package var message: String {
        switch self {
        case .noServer: "Which homeserver? Give a whole Matrix ID like @name:example.org, or the server's address"
        case .addressNeeded(let server, let reason):
            "The homeserver of \(server) was not found: \(reason). Give its address, as whoever runs it tells it"
        case .unusableServer(let server, let reason):
            "\(server) names a homeserver that can't be used: \(reason). Tell whoever runs it"
        case .noWayIn(let flows) where flows.hasSingleSignOn:
            "This server lets in by single sign-on alone, and no browser finds the way to it: give its https address"
        case .noWayIn(let flows) where flows.types.isEmpty:
            "This server lets in by OAuth in a browser alone, which Confab can't do"
        case .noWayIn(let flows):
            "This server lets nobody in by a password, and Confab can't do what it offers "
                + "(\(flows.types.joined(separator: ", ")))"
        case .noRedirect: "This machine lets Confab open no port for the browser to come back to. Try it again"
        case .browserStayedAway: "Nobody came back from the browser in time. Try it again"
        case .tokenRefused: "The server does not take this login token: each counts once and not for long. Get another"
        case .notOffered(let method):
            "This server lets nobody in that way (\(method.text)). Choose another, or leave it to the server"
        case .pauseNeeded(let milliseconds):
            "The server takes no login for \(LoginProblem.duration(milliseconds)). Try again then"
        case .deactivated: "This account was deactivated: nobody can log in to it any more"
        case .client(let error): error.message
        }
    }

    private static func duration(_ milliseconds: Int64) -> String {
        let seconds = (milliseconds + 999) / 1_000
        if seconds < 120 { return "\(seconds) seconds" }
        let minutes = (seconds + 59) / 60
        return minutes < 120 ? "\(minutes) minutes" : "\((minutes + 59) / 60) hours"
    }
}
