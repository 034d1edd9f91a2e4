/// New tokens for a device (client-server API, `POST /refresh`).
package struct RefreshedTokens: Hashable, Sendable {
    package let accessToken: String
    /// `nil`: the old one stays.
    package let refreshToken: String?
    /// `nil`: the token doesn't expire.
    package let expiresInMilliseconds: Int64?

    package init(accessToken: String, refreshToken: String?, expiresInMilliseconds: Int64?) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresInMilliseconds = expiresInMilliseconds
    }

    package init?(json: JSONValue) {
        guard let accessToken = json["access_token"]?.string, !accessToken.isEmpty else { return nil }
        self.accessToken = accessToken
        refreshToken = json["refresh_token"]?.string
        expiresInMilliseconds = json["expires_in_ms"]?.wholeNumber
    }

    /// - Parameters:
    ///   - old: what was exchanged for them.
    ///   - now: when the answer came, in milliseconds since 1970.
    package func tokens(after old: AccessTokens, now: Int64) -> AccessTokens {
        AccessTokens(
            accessToken: accessToken, refreshToken: refreshToken ?? old.refreshToken,
            expiresAt: AccessTokens.end(of: expiresInMilliseconds, now: now))
    }
}

extension RefreshedTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the tokens: what is printed or logged must not give them away.
    package var description: String { "RefreshedTokens" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
