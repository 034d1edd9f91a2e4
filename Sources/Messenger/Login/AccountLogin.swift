package import MatrixClient

/// What the program does about the session of an account whose homeserver is elsewhere.
@MainActor
package struct AccountLogin {
    package enum Outcome: Sendable {
        /// The homeserver's client has the new token, and it is kept.
        case loggedIn(deviceID: String)
        case failed(any Reason)
    }

    package typealias LogIn = @MainActor (_ dialogue: LoginDialogue, _ continuesDevice: Bool) async -> Outcome

    /// The homeserver, as a person writes it.
    package let server: String
    package let logIn: LogIn
    /// The session ended for good: it is not used again, and what was not sent is written to a file.
    package let giveUp: @MainActor () async -> UnsentFile

    package init(
        server: String, giveUp: @escaping @MainActor () async -> UnsentFile = { .notNeeded }, logIn: @escaping LogIn
    ) {
        self.server = server
        self.giveUp = giveUp
        self.logIn = logIn
    }
}
