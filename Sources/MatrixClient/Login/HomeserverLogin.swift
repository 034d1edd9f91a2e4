package import Logging
package import MatrixAPI
import NIOCore

/// Performs the instructions of ``LoginMachine``.
package struct HomeserverLogin: Sendable {
    /// The time limit for a login in the browser.
    package static let browserMinutes = 5

    let deviceName: String
    let logger: Logger
    private let deviceID: @Sendable (HomeserverLocation) async throws -> String?
    let dialogue: LoginDialogue

    /// - Parameter deviceID: called before the login. It returns the device of this homeserver to
    ///   continue with, if there is one.
    package init(
        deviceName: String, dialogue: LoginDialogue, logger: Logger = HomeserverClient.silentLogger,
        deviceID: @escaping @Sendable (HomeserverLocation) async throws -> String? = { _ in nil }
    ) {
        self.deviceName = deviceName
        self.dialogue = dialogue
        self.logger = logger
        self.deviceID = deviceID
    }

    /// - Throws: ``LoginError``, and the errors of the call for the device.
    package func run(_ first: LoginMachine) async throws -> (session: Session, homeserver: HomeserverLocation) {
        var machine = first
        var input = LoginMachine.Input.started
        while true {
            switch machine.handle(input) {
            case .finish(let session, let homeserver): return (session, homeserver)
            case .fail(let problem): throw problem
            case .wait(let milliseconds): input = try await wait(milliseconds)
            case .lookUp(let server, let allowsInsecure):
                input = await lookUp(server, allowsInsecure: allowsInsecure)
            case .requestFlows(let homeserver):
                await dialogue.report(.asking(server: homeserver.displayText))
                input = await ask(homeserver) { client throws(MatrixClientError) in
                    .flows(try await client.loginFlows())
                }
            case .choose(let offer): input = .chosen(try await dialogue.choose(offer))
            case .visit(let homeserver, let provider): input = try await visit(homeserver, provider)
            case .logIn(let homeserver, let credential): input = try await logIn(homeserver, credential)
            case .check(let homeserver):
                input = await ask(homeserver) { client throws(MatrixClientError) in
                    _ = try await client.versions()
                    return .checked(isHomeserver: true)
                }
            }
        }
    }

    private func logIn(_ homeserver: HomeserverLocation, _ credential: LoginCredential) async throws
        -> LoginMachine.Input
    {
        let deviceID = try await deviceID(homeserver)
        await dialogue.report(.loggingIn(server: homeserver.displayText))
        return await ask(homeserver) { client throws(MatrixClientError) in
            switch credential {
            case .password(let user, let password):
                .loggedIn(
                    try await client.login(
                        user: user, password: password, deviceName: deviceName, deviceID: deviceID,
                        asksForRefreshToken: true))
            case .token(let token):
                .loggedIn(
                    try await client.login(
                        token: token, deviceName: deviceName, deviceID: deviceID, asksForRefreshToken: true))
            }
        }
    }

    /// Opens the login page in the browser. Waits until the browser is redirected to this program, or until the user
    /// enters the address of the redirect.
    private func visit(_ homeserver: HomeserverLocation, _ provider: IdentityProvider?) async throws
        -> LoginMachine.Input
    {
        let redirect = try await LoopbackRedirect.listen(
            for: .minutes(Int64(Self.browserMinutes)), farewell: dialogue.farewell)
        defer { redirect.close() }
        guard
            let address = HomeserverClient.singleSignOnAddress(
                at: homeserver, provider: provider, redirect: redirect.address)
        else { throw LoginError.notOffered(.singleSignOn(provider)) }
        await dialogue.report(.browser(minutes: Self.browserMinutes))
        await dialogue.visit(
            BrowserLogin(address: address, minutes: Self.browserMinutes) { redirect.accept($0) })
        return .returned(token: try await redirect.returned())
    }

    func lookUp(_ server: String, allowsInsecure: Bool) async -> LoginMachine.Input {
        await dialogue.report(.lookingUp(server: server))
        return await ask(.url("https://" + server)) { client in
            .lookedUp(await client.wellKnownHomeserver(for: server, allowsInsecure: allowsInsecure))
        }
    }

    private func ask(
        _ homeserver: HomeserverLocation,
        _ question: (HomeserverClient) async throws(MatrixClientError) -> LoginMachine.Input
    ) async -> LoginMachine.Input {
        let client = HomeserverClient(homeserver: homeserver, logger: logger)
        let input: LoginMachine.Input
        do throws(MatrixClientError) {
            input = try await question(client)
        } catch {
            input = .failed(error)
        }
        await client.shutdown()
        return input
    }

    /// Waits with a countdown, so that the pause doesn't look like a hang.
    func wait(_ milliseconds: Int64) async throws -> LoginMachine.Input {
        var left = milliseconds
        while left > 0 {
            await dialogue.report(.pausing(seconds: (left + 999) / 1_000))
            try await Task.sleep(for: .milliseconds(min(left, 1_000)))
            left -= 1_000
        }
        return .waited
    }
}

extension HomeserverLogin {
    /// Registers an account instead of logging in. The homeserver is found as for a login.
    ///
    /// - Parameters:
    ///   - name: the first part of the new Matrix ID.
    ///   - token: the token for the stage `m.login.registration_token`, if the server requires it.
    /// - Throws: ``LoginError``.
    package func register(
        _ first: LoginMachine, name: String, password: String, token: String?
    ) async throws -> (session: Session, homeserver: HomeserverLocation) {
        var machine = first
        var input = LoginMachine.Input.started
        while true {
            switch machine.handle(input) {
            case .fail(let problem): throw problem
            case .wait(let milliseconds): input = try await wait(milliseconds)
            case .lookUp(let server, let allowsInsecure): input = await lookUp(server, allowsInsecure: allowsInsecure)
            case .requestFlows(let homeserver):
                await dialogue.report(.asking(server: homeserver.displayText))
                do throws(MatrixClientError) {
                    return (try await register(at: homeserver, name, password, token), homeserver)
                } catch {
                    input = .failed(error)
                }
            // These only follow a response about login flows, which a registration never gives.
            case .choose, .visit, .logIn, .check, .finish: throw LoginError.client(.cancelled)
            }
        }
    }

    private func register(
        at homeserver: HomeserverLocation, _ name: String, _ password: String, _ token: String?
    ) async throws(MatrixClientError) -> Session {
        let client = HomeserverClient(homeserver: homeserver, logger: logger)
        let result: Result<Session, MatrixClientError>
        do throws(MatrixClientError) {
            result = .success(
                try await client.register(
                    username: name, password: password, registrationToken: token, deviceName: deviceName,
                    asksForRefreshToken: true))
        } catch {
            result = .failure(error)
        }
        await client.shutdown()
        return try result.get()
    }
}
