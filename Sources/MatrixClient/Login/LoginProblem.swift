package import MatrixAPI

/// Why nobody was logged in.
package enum LoginProblem: Error, Hashable, Sendable {
    /// Neither the user nor the address says which homeserver is meant.
    case noServer
    /// The name of the server led nowhere; whoever has the homeserver's address can give it.
    case addressNeeded(server: String, DiscoveryProblem)
    /// The server names a homeserver that can't be used. Nothing else is tried.
    case unusableServer(server: String, DiscoveryProblem)
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
}
