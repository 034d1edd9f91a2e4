/// New tokens for a device (client-server API, `POST /refresh`).
package struct RefreshedTokens: Hashable, Sendable {
    package let accessToken: String
    /// `nil` if the old one stays valid.
    package let refreshToken: String?
    /// `nil` if the token doesn't expire.
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
    ///   - old: The tokens that were exchanged for these.
    ///   - now: The time of the answer, in milliseconds since 1970.
    package func tokens(after old: AccessTokens, now: Int64) -> AccessTokens {
        AccessTokens(
            accessToken: accessToken, refreshToken: refreshToken ?? old.refreshToken,
            expiresAt: AccessTokens.end(of: expiresInMilliseconds, now: now))
    }
}

extension RefreshedTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The description without the tokens, so that printing or logging doesn't reveal them.
    package var description: String { "RefreshedTokens" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
