package import MatrixAPI

/// Client-server API, "Client authentication" and "Account management".
extension HomeserverClient {
    /// Returns the versions that the server supports (`GET /versions`). Needs no account.
    package func versions() async throws(MatrixClientError) -> ServerVersions {
        var request = MatrixRequest(.get, "versions")
        // This is a trivial request, so a slow response means that the server is down. The sync loop
        // sends it to connect.
        request.patience = 20
        request.holds = 0
        return try await value(request, ServerVersions.init(json:))
    }

    /// Returns the login flows that the server offers.
    package func loginFlows() async throws(MatrixClientError) -> LoginFlows {
        var request = MatrixRequest(.get, "v3", "login")
        request.isAuthenticated = false
        return try await value(request, LoginFlows.init(json:))
    }

    /// Logs in and uses the new token from then on.
    ///
    /// - Parameters:
    ///   - user: a localpart or a full user identifier.
    ///   - deviceID: the device to continue, after a soft logout.
    ///   - asksForRefreshToken: for callers that save the tokens. The access token then expires, often in minutes.
    /// - Throws: ``MatrixClientError/wrongPassword`` and the errors of all requests.
    package func login(
        user: String, password: String, deviceName: String, deviceID: String? = nil, asksForRefreshToken: Bool = false
    ) async throws(MatrixClientError) -> Session {
        let credential: JSONValue = [
            "type": "m.login.password",
            "identifier": ["type": "m.id.user", "user": .string(user)],
            "password": .string(password),
        ]
        do {
            return try await logIn(credential, deviceName, deviceID, asksForRefreshToken)
        } catch .matrix(let error, let status, _) where error.code == .forbidden && status == 403 {
            throw .wrongPassword
        }
    }

    /// Logs in with a login token from the server, and uses the new access token from then on.
    package func login(
        token: String, deviceName: String, deviceID: String? = nil, asksForRefreshToken: Bool = false
    ) async throws(MatrixClientError) -> Session {
        try await logIn(
            ["type": "m.login.token", "token": .string(token)], deviceName, deviceID, asksForRefreshToken)
    }

    private func logIn(
        _ credential: JSONValue, _ deviceName: String, _ deviceID: String?, _ asksForRefreshToken: Bool
    ) async throws(MatrixClientError) -> Session {
        var body = credential
        body["initial_device_display_name"] = .string(deviceName)
        body["device_id"] = deviceID.map(JSONValue.string)
        return try await start(MatrixRequest(.post, "v3", "login", body: body), asksForRefreshToken)
    }

    /// Returns the address for single sign-on in a browser; `nil` if a browser can't reach the homeserver.
    ///
    /// - Parameter redirect: the redirect target, which gets the login token in its query.
    static func singleSignOnAddress(
        at homeserver: HomeserverLocation, provider: IdentityProvider?, redirect: String
    ) -> String? {
        guard case .url(let base) = homeserver else { return nil }
        let query: KeyValuePairs<String, String?> = ["redirectUrl": redirect, "action": "login"]
        let request =
            if let provider {
                MatrixRequest(.get, "v3", "login", "sso", "redirect", provider.id, query: query)
            } else {
                MatrixRequest(.get, "v3", "login", "sso", "redirect", query: query)
            }
        return base + request.target
    }

    /// Exchanges the refresh token. The old tokens are valid until the new ones are first used (client-server API,
    /// "Refreshing access tokens").
    func refresh(_ refreshToken: String) async throws(MatrixClientError) -> RefreshedTokens {
        var request = MatrixRequest(.post, "v3", "refresh", body: ["refresh_token": .string(refreshToken)])
        request.isAuthenticated = false
        request.patience = 20
        // The old token is valid until a new one is used.
        request.repeatsSafely = true
        request.blocksOthers = true
        return try await value(request, RefreshedTokens.init(json:))
    }

    /// Returns the owner of the token.
    package func whoAmI() async throws(MatrixClientError) -> (userID: String, deviceID: String?) {
        try await value(MatrixRequest(.get, "v3", "account", "whoami")) { json in
            json["user_id"]?.string.map { ($0, json["device_id"]?.string) }
        }
    }

    /// Invalidates the token and its device.
    package func logOut() async throws(MatrixClientError) {
        _ = try await perform(MatrixRequest(.post, "v3", "logout", body: .emptyObject))
        setAccessToken(nil)
    }

    func start(_ request: MatrixRequest, _ asksForRefreshToken: Bool) async throws(MatrixClientError) -> Session {
        var request = request
        request.isAuthenticated = false
        if asksForRefreshToken { request.body?["refresh_token"] = true }
        let session = try await value(request, Session.init(json:))
        setTokens(session.tokens(now: TokenRefresher.now))
        return session
    }
}

/// Client-server API, "Device Management".
extension HomeserverClient {
    /// Returns the devices that are logged in to the account. Malformed entries are left out.
    package func devices() async throws(MatrixClientError) -> [AccountDevice] {
        try await value(MatrixRequest(.get, "v3", "devices")) { json in
            json["devices"]?.array?.compactMap(AccountDevice.init(json:))
        }
    }

    package func renameDevice(_ deviceID: String, to name: String) async throws(MatrixClientError) {
        let body: JSONValue = ["display_name": .string(name)]
        _ = try await perform(MatrixRequest(.put, "v3", "devices", deviceID, body: body))
    }

    /// Logs devices out. A device that is already gone is no error.
    ///
    /// - Throws: ``MatrixClientError/proofNeeded(_:)`` and ``MatrixClientError/wrongPassword``, and the
    ///   errors of all requests.
    package func deleteDevices(
        _ deviceIDs: [String], userID: String, proof: AccountProof = .nothing
    ) async throws(MatrixClientError) {
        let body: JSONValue = ["devices": .array(deviceIDs.map(JSONValue.string))]
        _ = try await perform(MatrixRequest(.post, "v3", "delete_devices", body: body), of: userID, proof)
    }
}
