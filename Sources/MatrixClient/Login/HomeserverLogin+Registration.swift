package import MatrixAPI

extension HomeserverLogin {
    /// Registers an account instead of logging in. The homeserver is found in the same way.
    ///
    /// - Parameters:
    ///   - name: the first part of the new Matrix ID.
    ///   - token: the token for the stage `m.login.registration_token`, if the server requires it.
    /// - Throws: ``LoginProblem``.
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
            // These only follow an answer about login flows, which a registration never gives.
            case .choose, .visit, .logIn, .check, .finish: throw LoginProblem.client(.cancelled)
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
