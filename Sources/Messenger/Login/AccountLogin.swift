package import MatrixClient

/// The program's login and logout for an account on a remote homeserver.
@MainActor
package struct AccountLogin {
    package enum Outcome: Sendable {
        /// The client has the new token, and the token is stored.
        case loggedIn(deviceID: String)
        case failed(any Reason)
    }

    package typealias LogIn = @MainActor (_ dialogue: LoginDialogue, _ continuesDevice: Bool) async -> Outcome

    /// The homeserver, as people write it.
    package let server: String
    package let logIn: LogIn
    /// Discards a session that ended for good, and writes unsent messages to a file.
    package let giveUp: @MainActor () async -> UnsentFile

    package init(
        server: String, giveUp: @escaping @MainActor () async -> UnsentFile = { .notNeeded }, logIn: @escaping LogIn
    ) {
        self.server = server
        self.giveUp = giveUp
        self.logIn = logIn
    }
}
