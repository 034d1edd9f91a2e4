package import MatrixAPI

/// Client-server API, "Account registration" with "User-Interactive Authentication API".
extension HomeserverClient {
    /// Makes an account, logs it in and uses the new token from then on. Does the stages `m.login.dummy` and
    /// `m.login.registration_token`.
    ///
    /// - Throws: ``MatrixClientError/registrationNeeds(stages:)`` where no flow of the server has these stages alone.
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
        var attempts = RegistrationStages(registrationToken: registrationToken)
        while true {
            let answer = try await answer(to: registration(body))
            if answer.status == 200 {
                guard let session = HomeserverClient.json(of: answer).flatMap(Session.init(json:)) else {
                    throw .notMatrix(status: 200)
                }
                setTokens(session.tokens(now: TokenKeeper.now))
                return session
            }
            guard answer.status == 401, let json = HomeserverClient.json(of: answer), json["flows"] != nil else {
                throw HomeserverClient.failure(of: answer)
            }
            body["auth"] = try attempts.next(json)
        }
    }

    private func registration(_ body: JSONValue) -> MatrixRequest {
        var request = MatrixRequest(.post, "v3", "register", body: body)
        request.isAuthenticated = false
        return request
    }
}
