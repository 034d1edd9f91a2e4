/// What logs the account in again, where that takes a password.
@MainActor
package struct AccountLogin {
    package enum Outcome: Sendable {
        /// The homeserver's client has the new token, and it is kept.
        case loggedIn(deviceID: String)
        /// Why, in a person's words.
        case failed(reason: String)
    }

    package typealias LogIn =
        @MainActor (
            _ password: String, _ continuesDevice: Bool, _ report: @escaping @MainActor @Sendable (String) -> Void
        ) async -> Outcome

    /// The homeserver, as a person writes it.
    package let server: String
    package let logIn: LogIn

    package init(server: String, logIn: @escaping LogIn) {
        self.server = server
        self.logIn = logIn
    }
}
