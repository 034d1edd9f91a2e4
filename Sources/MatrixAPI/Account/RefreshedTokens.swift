/// New tokens for a device (client-server API, `POST /refresh`).
package struct RefreshedTokens: Hashable, Sendable {
    package let accessToken: String
    /// `nil`: the old one stays.
    package let refreshToken: String?
    /// `nil`: the token doesn't expire.
    package let expiresInMilliseconds: Int64?

    package init?(json: JSONValue) {
        guard let accessToken = json["access_token"]?.string, !accessToken.isEmpty else { return nil }
        self.accessToken = accessToken
        refreshToken = json["refresh_token"]?.string
        expiresInMilliseconds = json["expires_in_ms"]?.integer
    }
}
