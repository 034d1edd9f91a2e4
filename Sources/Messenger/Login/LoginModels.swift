package import Engine
package import MatrixClient
import ViewModels

/// The program's login and logout for an account on a remote homeserver.
@MainActor
package struct AccountLogin {
    package enum Outcome: Sendable {
        /// The client has the new token, and the token is stored.
        case loggedIn(deviceID: String)
        case failed(any Reason)
    }

    package typealias LogIn = @MainActor (_ dialogue: LoginDialogue, _ continuesDevice: Bool) async -> Outcome

    /// The address of the homeserver, as it is shown to the user.
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

/// Errors in the input of the login form.
enum InvalidLoginReason: Reason {
    /// The pasted address is not the expected redirect of the browser.
    case wrongAddress

    var message: String {
        switch self {
        case .wrongAddress: .words("login.wrong-address")
        }
    }
}

/// Whether a login is needed. The device may believe that it is logged in although the session has ended, so the
/// server is asked.
package enum LoginNeed: Hashable, Sendable {
    case isMissing
    /// The server was asked and hasn't answered yet.
    case isAsked
    /// The server knows the session.
    case isNotMissing
    /// The request failed, so it is not known whether the session is valid.
    case isUnknown(MatrixClientError)

    /// The message in the form; `nil` if there is nothing to say, or not yet.
    package var text: String? {
        switch self {
        case .isMissing, .isAsked: nil
        case .isNotMissing: .words("login.is-not-missing")
        case .isUnknown(let error): error.message
        }
    }
}

/// The file with the messages that were unsent when a session ended for good. The profile keeps them as well.
package enum UnsentFile: Sendable {
    /// All messages were sent.
    case notNeeded
    case written(path: String)
    /// The file could not be written.
    case failed(any Reason)

    package var isNeeded: Bool { if case .notNeeded = self { false } else { true } }
}

extension UnsentFile: Equatable {
    package static func == (left: UnsentFile, right: UnsentFile) -> Bool {
        switch (left, right) {
        case (.notNeeded, .notNeeded): true
        case (.written(let one), .written(let other)): one == other
        case (.failed(let one), .failed(let other)): one.message == other.message
        case (.notNeeded, _), (.written, _), (.failed, _): false
        }
    }
}
