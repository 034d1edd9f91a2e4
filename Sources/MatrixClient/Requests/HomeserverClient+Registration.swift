package import MatrixAPI

/// Client-server API, "Account registration" with "User-Interactive Authentication API".
extension HomeserverClient {
    /// Registers an account, logs in and uses the new token from then on. Supports the stages `m.login.dummy` and
    /// `m.login.registration_token`.
    ///
    /// - Throws: ``MatrixClientError/registrationNeeds(stages:)`` if no flow of the server consists of these stages.
    package func register(
        username: String, password: String, registrationToken: String? = nil, deviceName: String,
        asksForRefreshToken: Bool = false
    ) async throws(MatrixClientError) -> Session {
        var body: JSONValue = [
            "username": .string(username),
            "password": .string(password),
            "initial_device_display_name": .string(deviceName),
        ]
        if asksForRefreshToken { body["refresh_token"] = true }
        var stages = AuthenticationStages.registering(by: registrationToken)
        while true {
            let answer = try await answer(to: registration(body))
            if answer.status == 200 {
                guard let session = HomeserverClient.json(of: answer).flatMap(Session.init(json:)) else {
                    throw .notMatrix(status: 200)
                }
                setTokens(session.tokens(now: TokenRefresher.now))
                return session
            }
            guard answer.status == 401,
                let demand = HomeserverClient.json(of: answer).flatMap(AuthenticationChallenge.init(json:)),
                // The response to a refused stage has the flows and an error. Repeating the stage would fail again.
                demand.error == nil
            else { throw HomeserverClient.failure(of: answer) }
            guard let auth = stages.next(demand) else {
                let unknown = demand.flows.joined().filter { !stages.canDo([$0]) }
                throw .registrationNeeds(stages: Set(unknown).sorted())
            }
            body["auth"] = auth
        }
    }

    private func registration(_ body: JSONValue) -> MatrixRequest {
        var request = MatrixRequest(.post, "v3", "register", body: body)
        request.isAuthenticated = false
        return request
    }
}

extension AuthenticationStages {
    /// - Parameter token: the registration token of the user.
    static func registering(by token: String?) -> AuthenticationStages {
        var known: [String: JSONValue] = ["m.login.dummy": .emptyObject]
        known["m.login.registration_token"] = token.map { ["token": .string($0)] }
        return AuthenticationStages(known: known)
    }
}
