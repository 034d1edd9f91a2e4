package import MatrixAPI

/// Decides the steps of a login from the typed input to a session. It finds the homeserver, its login methods and
/// the waiting times. It performs nothing itself; ``HomeserverLogin`` performs its instructions.
///
/// Client-server API, "Server discovery" and "Login".
package struct LoginMachine: Sendable {
    package enum Input: Sendable {
        case started
        case lookedUp(WellKnownResult)
        case flows(LoginFlows)
        case chosen(LoginChoice)
        /// The browser returned with a login token.
        case returned(token: String)
        case loggedIn(Session)
        /// Whether a homeserver responds at the address of the login's response.
        case checked(isHomeserver: Bool)
        case failed(MatrixClientError)
        case waited
    }

    package enum Instruction: Hashable, Sendable {
        case lookUp(serverName: String, allowsInsecure: Bool)
        case requestFlows(HomeserverLocation)
        case choose(LoginOffer)
        case visit(HomeserverLocation, IdentityProvider?)
        case logIn(HomeserverLocation, LoginCredential)
        case check(HomeserverLocation)
        case wait(milliseconds: Int64)
        case finish(Session, at: HomeserverLocation)
        case fail(LoginError)
    }

    private enum Phase {
        case idle
        /// The fallback is a typed address. It is used if the site has no valid well-known file.
        case lookingUp(server: String, fallback: HomeserverLocation?)
        /// The server's name is used as the homeserver's address if there is no other.
        case askingFlows(HomeserverLocation, guessedFrom: String?)
        case choosing(LoginOffer)
        case visiting(HomeserverLocation, IdentityProvider?)
        case loggingIn(HomeserverLocation, LoginCredential)
        case checking(Session, used: HomeserverLocation, named: HomeserverLocation)
        case ended
    }

    private enum Target {
        case typed(String)
        case known(HomeserverLocation)
    }

    /// The longest pause to wait for, in milliseconds. A longer one is reported as an error.
    package static let longestPause: Int64 = 30_000
    private static let maxPauses = 3

    private let user: String
    private let target: Target
    private let allowsInsecure: Bool
    private var phase = Phase.idle
    private var pauses = 0

    /// - Parameters:
    ///   - user: a Matrix ID, or its first part.
    ///   - address: a server name, a URL or `unix:PATH`; empty if the ID names the server. A name is looked up, and
    ///     a URL is used as it is.
    ///   - allowsInsecure: whether plain HTTP to another machine is allowed.
    package init(user: String, address: String, allowsInsecure: Bool) {
        self.user = Self.userID(typed: user)
        target = .typed(address.trimmed)
        self.allowsInsecure = allowsInsecure
    }

    /// Logs in again at the known homeserver of the account.
    package init(user: String, at homeserver: HomeserverLocation) {
        self.user = user
        target = .known(homeserver)
        allowsInsecure = false
    }

    /// Returns the full ID if the typed text is one without its `@`, and else the trimmed text.
    package static func userID(typed text: String) -> String {
        let user = text.trimmed
        // The first part of an ID can't contain a colon.
        return !user.hasPrefix("@") && UserID("@" + user) != nil ? "@" + user : user
    }

    package mutating func handle(_ input: Input) -> Instruction {
        switch (phase, input) {
        case (.idle, .started): return start()
        case (.lookingUp(let server, let fallback), .lookedUp(let answer)):
            return handleDiscovery(answer, server, fallback)
        case (.askingFlows(let homeserver, _), .flows(let flows)):
            let offer = LoginOffer(homeserver: homeserver, user: user, methods: flows.methods(at: homeserver))
            guard !offer.methods.isEmpty else { return fail(.noWayIn(flows)) }
            phase = .choosing(offer)
            return repeated
        case (.choosing(let offer), .chosen(let choice)): return handleChoice(choice, of: offer)
        case (.visiting(let homeserver, _), .returned(let token)): return logIn(homeserver, .token(token))
        case (.loggingIn(let homeserver, _), .loggedIn(let session)): return handleSession(session, at: homeserver)
        case (.checking(let session, let used, let named), .checked(let isHomeserver)):
            return finish(session, at: isHomeserver ? named : used)
        case (_, .failed(let error)): return handleError(error)
        case (_, .waited): return repeated
        default: return fail(.client(.cancelled))
        }
    }
}

extension LoginMachine {
    private mutating func start() -> Instruction {
        switch target {
        case .known(let homeserver): return ask(homeserver)
        case .typed(""):
            guard let server = UserID(user)?.server else { return fail(.noServer) }
            return lookUp(server, fallback: nil)
        case .typed(let address):
            let homeserver: HomeserverLocation
            do throws(MatrixClientError) {
                homeserver = try HomeserverLocation(userInput: address, allowsInsecure: allowsInsecure)
            } catch {
                return fail(.client(error))
            }
            return ServerName.isValid(address) ? lookUp(address, fallback: homeserver) : ask(homeserver)
        }
    }

    private mutating func handleDiscovery(_ answer: WellKnownResult, _ server: String, _ fallback: HomeserverLocation?)
        -> Instruction
    {
        switch answer {
        case .homeserver(let homeserver): return ask(homeserver)
        case .failError(let reason): return fail(.unusableServer(server: server, reason))
        case .ignore, .failPrompt: break
        }
        if let fallback { return ask(fallback) }
        if case .failPrompt(let reason) = answer { return fail(.addressNeeded(server: server, reason)) }
        do throws(MatrixClientError) {
            return ask(try HomeserverLocation(userInput: server, allowsInsecure: allowsInsecure), guessedFrom: server)
        } catch {
            return fail(.addressNeeded(server: server, .client(error)))
        }
    }

    private mutating func handleChoice(_ choice: LoginChoice, of offer: LoginOffer) -> Instruction {
        guard offer.methods.contains(choice.method) else { return fail(.notOffered(choice.method)) }
        switch choice {
        case .password(let user, let password):
            return logIn(offer.homeserver, .password(user: Self.userID(typed: user), password: password))
        case .token(let token): return logIn(offer.homeserver, .token(token))
        case .singleSignOn(let provider):
            phase = .visiting(offer.homeserver, provider)
            return repeated
        }
    }

    private mutating func logIn(_ homeserver: HomeserverLocation, _ credential: LoginCredential) -> Instruction {
        phase = .loggingIn(homeserver, credential)
        return repeated
    }

    /// NOTSPEC: if the response names an unusable homeserver, the current one is kept. The login succeeded, and a
    /// mistake in its server's configuration should not undo it.
    private mutating func handleSession(_ session: Session, at used: HomeserverLocation) -> Instruction {
        guard case .typed = target, case .url = used, let base = session.baseURL, base.contains("://"),
            let named = try? HomeserverLocation(userInput: base, allowsInsecure: allowsInsecure), named != used
        else { return finish(session, at: used) }
        phase = .checking(session, used: used, named: named)
        return repeated
    }

    private mutating func handleError(_ error: MatrixClientError) -> Instruction {
        if case .matrix(let matrix, let status, let wait) = error, status == 429 || matrix.code == .limitExceeded {
            return pause(wait ?? 5_000)
        }
        switch (phase, error) {
        case (.checking(let session, let used, _), _): return finish(session, at: used)
        case (.askingFlows, .matrix(let matrix, 404, _)) where matrix.code == .unrecognized:
            return fail(.noWayIn(LoginFlows(types: [])))
        case (.askingFlows(_, let server?), .unreachable), (.askingFlows(_, let server?), .notMatrix):
            return fail(.addressNeeded(server: server, .client(error)))
        case (.loggingIn(_, .token), .matrix(let matrix, 403, _)) where matrix.code == .forbidden:
            return fail(.tokenRefused)
        case (_, .matrix(let matrix, _, _)) where matrix.code == .userDeactivated: return fail(.deactivated)
        default: return fail(.client(error))
        }
    }

    private mutating func pause(_ milliseconds: Int64) -> Instruction {
        pauses += 1
        guard milliseconds <= Self.longestPause, pauses <= Self.maxPauses else {
            return fail(.pauseNeeded(milliseconds: milliseconds))
        }
        return .wait(milliseconds: max(milliseconds, 1_000))
    }

    private mutating func lookUp(_ server: String, fallback: HomeserverLocation?) -> Instruction {
        phase = .lookingUp(server: server, fallback: fallback)
        return repeated
    }

    private mutating func ask(_ homeserver: HomeserverLocation, guessedFrom server: String? = nil) -> Instruction {
        phase = .askingFlows(homeserver, guessedFrom: server)
        return repeated
    }

    private mutating func finish(_ session: Session, at homeserver: HomeserverLocation) -> Instruction {
        phase = .ended
        return .finish(session, at: homeserver)
    }

    private mutating func fail(_ problem: LoginError) -> Instruction {
        phase = .ended
        return .fail(problem)
    }

    /// The instruction of the current phase, for the first time or again.
    private var repeated: Instruction {
        switch phase {
        case .lookingUp(let server, _): .lookUp(serverName: server, allowsInsecure: allowsInsecure)
        case .askingFlows(let homeserver, _): .requestFlows(homeserver)
        case .choosing(let offer): .choose(offer)
        case .visiting(let homeserver, let provider): .visit(homeserver, provider)
        case .loggingIn(let homeserver, let credential): .logIn(homeserver, credential)
        case .checking(_, _, let named): .check(named)
        case .idle, .ended: .fail(.client(.cancelled))
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
