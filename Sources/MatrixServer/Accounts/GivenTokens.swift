import MatrixAPI

/// The tokens that a device authenticates with (client-server API, "Refreshing access tokens").
struct GivenTokens: Sendable {
    let accessToken: String
    /// The refresh token and the access token's lifetime in milliseconds; `nil` if the access token doesn't expire.
    let refresh: (token: String, lifetime: Int64)?

    static func forEver() -> GivenTokens { GivenTokens(accessToken: AccessToken.make(), refresh: nil) }

    static func lasting(_ lifetime: Int64) -> GivenTokens {
        GivenTokens(accessToken: AccessToken.make(), refresh: (AccessToken.make(), lifetime))
    }

    func put(into json: inout JSONValue) {
        json["access_token"] = .string(accessToken)
        guard let refresh else { return }
        json["refresh_token"] = .string(refresh.token)
        json["expires_in_ms"] = .integer(refresh.lifetime)
    }

    func entry(of caller: Caller, now: Int64) -> TokenRegistry.Entry {
        TokenRegistry.Entry(
            hash: AccessToken.hash(accessToken), caller: caller, expiresAt: refresh.map { now + $0.lifetime })
    }

    /// Returns `nil` for a token that doesn't expire.
    func pair(now: Int64) -> RefreshTokensTable.Pair? {
        refresh.map { refresh in
            RefreshTokensTable.Pair(
                tokenHash: AccessToken.hash(accessToken), refreshHash: AccessToken.hash(refresh.token),
                expiresAt: now + refresh.lifetime)
        }
    }
}
