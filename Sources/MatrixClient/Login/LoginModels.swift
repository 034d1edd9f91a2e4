package import MatrixAPI

/// A login in the browser that has begun.
package struct BrowserLogin: Sendable {
    /// The address to open in the browser.
    package let address: String
    /// Whether a browser was opened.
    package var isOpened = false
    /// The time limit in minutes.
    package let minutes: Int
    /// Accepts the address at which the browser ended, if the browser could not reach this machine.
    ///
    /// - Returns: whether it is the expected address.
    package let accept: @Sendable (String) -> Bool

    package init(address: String, minutes: Int, accept: @escaping @Sendable (String) -> Bool) {
        self.address = address
        self.minutes = minutes
        self.accept = accept
    }
}

extension BrowserLogin: Equatable {
    /// Whether both show the same; each address is used for one login.
    package static func == (left: BrowserLogin, right: BrowserLogin) -> Bool {
        (left.address, left.isOpened, left.minutes) == (right.address, right.isOpened, right.minutes)
    }
}

/// The chosen login method and its input.
package enum LoginChoice: Hashable, Sendable {
    case password(user: String, password: String)
    case singleSignOn(IdentityProvider?)
    case token(String)

    package var method: LoginMethod {
        switch self {
        case .password: .password
        case .singleSignOn(let provider): .singleSignOn(provider)
        case .token: .token
        }
    }
}

extension LoginChoice: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The description without secrets.
    package var description: String { "LoginChoice(\(method))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The credential that a homeserver gets for a login.
package enum LoginCredential: Hashable, Sendable {
    case password(user: String, password: String)
    case token(String)
}

extension LoginCredential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The description without secrets.
    package var description: String { "LoginCredential" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// The user interface of a login.
package struct LoginDialogue: Sendable {
    /// Called with the step that the login waits for.
    package let report: @Sendable (LoginStep) async -> Void
    /// Asks for one of the offered methods. Other methods are refused.
    package let choose: @Sendable (LoginOffer) async throws -> LoginChoice
    /// Shows the address to open in the browser. The login does not wait for this call, but for the browser.
    package let visit: @Sendable (BrowserLogin) async -> Void
    /// The text that the browser shows at the end.
    package let farewell: String

    package init(
        farewell: String = "",
        report: @escaping @Sendable (LoginStep) async -> Void = { _ in },
        choose: @escaping @Sendable (LoginOffer) async throws -> LoginChoice,
        visit: @escaping @Sendable (BrowserLogin) async -> Void = { _ in }
    ) {
        self.farewell = farewell
        self.report = report
        self.choose = choose
        self.visit = visit
    }
}

/// A login method that a homeserver offers and Confab supports.
package enum LoginMethod: Hashable, Sendable {
    case password
    /// In a browser; `nil` if the server's page asks for the provider.
    case singleSignOn(IdentityProvider?)
    /// A login token from elsewhere.
    case token
}

extension LoginFlows {
    /// Returns the methods that Confab supports, the usual ones first.
    ///
    /// - Parameter homeserver: a browser can't reach one on a Unix socket.
    package func methods(at homeserver: HomeserverLocation) -> [LoginMethod] {
        var signOns: [LoginMethod] = []
        if hasSingleSignOn, case .url = homeserver {
            signOns = providers.isEmpty ? [.singleSignOn(nil)] : providers.map { .singleSignOn($0) }
        }
        // The server's password is then meant for clients without single sign-on (client-server API, "OAuth-aware").
        if prefersSingleSignOn, !signOns.isEmpty { return signOns }
        return (hasPassword ? [.password] : []) + signOns + (hasToken ? [.token] : [])
    }
}

/// The methods that the user can choose from to log in.
package struct LoginOffer: Hashable, Sendable {
    package let homeserver: HomeserverLocation
    /// The given user; may be empty.
    package let user: String
    /// The methods, at least one.
    package let methods: [LoginMethod]

    package init(homeserver: HomeserverLocation, user: String, methods: [LoginMethod]) {
        self.homeserver = homeserver
        self.user = user
        self.methods = methods
    }
}

/// The reason why a login failed.
package enum LoginError: Error, Hashable, Sendable {
    /// Neither the user nor the address names a homeserver.
    case noServer
    /// The server's name did not lead to a homeserver, so its address is needed.
    case addressNeeded(server: String, DiscoveryFailureReason)
    /// The server names a homeserver that can't be used. Nothing else is tried.
    case unusableServer(server: String, DiscoveryFailureReason)
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

/// The step that a login waits for.
package enum LoginStep: Hashable, Sendable {
    case lookingUp(server: String)
    case asking(server: String)
    case loggingIn(server: String)
    case browser(minutes: Int)
    /// The server asked for a pause.
    case pausing(seconds: Int64)
}
