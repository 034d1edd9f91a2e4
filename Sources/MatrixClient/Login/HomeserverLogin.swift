package import Logging
package import MatrixAPI

/// Carries out what ``LoginMachine`` says.
package struct HomeserverLogin: Sendable {
    private let password: String
    private let deviceName: String
    private let logger: Logger
    private let deviceID: @Sendable (Homeserver) async throws -> String?
    private let report: @Sendable (LoginStep) async -> Void

    /// - Parameters:
    ///   - deviceID: asked before the password is sent: the device of this homeserver to go on with, if there is one.
    ///   - report: told what is waited for.
    package init(
        password: String, deviceName: String, logger: Logger = HomeserverClient.silentLogger,
        deviceID: @escaping @Sendable (Homeserver) async throws -> String? = { _ in nil },
        report: @escaping @Sendable (LoginStep) async -> Void = { _ in }
    ) {
        self.password = password
        self.deviceName = deviceName
        self.logger = logger
        self.deviceID = deviceID
        self.report = report
    }

    /// - Throws: ``LoginProblem``, and what the question for the device throws.
    package func run(_ first: LoginMachine) async throws -> (session: Session, homeserver: Homeserver) {
        var machine = first
        var input = LoginMachine.Input.started
        while true {
            switch machine.handle(input) {
            case .finish(let session, let homeserver): return (session, homeserver)
            case .fail(let problem): throw problem
            case .wait(let milliseconds): input = try await wait(milliseconds)
            case .lookUp(let server, let allowsInsecure):
                await report(.lookingUp(server: server))
                input = await ask(.url("https://" + server)) { client in
                    .lookedUp(await client.wellKnownHomeserver(for: server, allowsInsecure: allowsInsecure))
                }
            case .requestFlows(let homeserver):
                await report(.asking(server: homeserver.displayText))
                input = await ask(homeserver) { client throws(MatrixClientError) in
                    .flows(try await client.loginFlows())
                }
            case .logIn(let homeserver, let user):
                let deviceID = try await deviceID(homeserver)
                await report(.loggingIn(server: homeserver.displayText))
                input = await ask(homeserver) { client throws(MatrixClientError) in
                    .loggedIn(
                        try await client.login(
                            user: user, password: password, deviceName: deviceName, deviceID: deviceID,
                            asksForRefreshToken: true))
                }
            case .check(let homeserver):
                input = await ask(homeserver) { client throws(MatrixClientError) in
                    _ = try await client.versions()
                    return .checked(isHomeserver: true)
                }
            }
        }
    }

    private func ask(
        _ homeserver: Homeserver,
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

    /// Counts down, so that nobody takes it for a hang.
    private func wait(_ milliseconds: Int64) async throws -> LoginMachine.Input {
        var left = milliseconds
        while left > 0 {
            await report(.pausing(seconds: (left + 999) / 1_000))
            try await Task.sleep(for: .milliseconds(min(left, 1_000)))
            left -= 1_000
        }
        return .waited
    }
}
