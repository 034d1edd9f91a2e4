package import MatrixAPI

/// The reason why a login failed.
package enum LoginProblem: Error, Hashable, Sendable {
    /// Neither the user nor the address names a homeserver.
    case noServer
    /// The server's name did not lead to a homeserver, so its address is needed.
    case addressNeeded(server: String, DiscoveryProblem)
    /// The server names a homeserver that can't be used. Nothing else is tried.
    case unusableServer(server: String, DiscoveryProblem)
    /// The server offers no flow that Confab supports.
    case noWayIn(LoginFlows)
    /// No listener for the browser could be opened on this machine.
    case noRedirect
    /// The browser did not return in time.
    case browserStayedAway
    /// The server refused the login token, which was typed or came from the browser.
    case tokenRefused
    /// The server doesn't offer the chosen method.
    case notOffered(LoginMethod)
    /// The server asks for a pause that is too long to wait for.
    case pauseNeeded(milliseconds: Int64)
    case deactivated
    case client(MatrixClientError)

    /// Whether the homeserver's address has to be given.
    package var asksForAddress: Bool {
        switch self {
        case .noServer, .addressNeeded: true
        case .unusableServer, .noWayIn, .noRedirect, .browserStayedAway, .tokenRefused, .notOffered, .pauseNeeded,
            .deactivated, .client:
            false
        }
    }
}
