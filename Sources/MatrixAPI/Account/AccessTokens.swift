/// The tokens that a device authenticates with (client-server API, "Using access tokens" and "Refreshing access
/// tokens").
package struct AccessTokens: Hashable, Sendable {
    package let accessToken: String
    /// `nil` if the access token lasts until it is revoked.
    package let refreshToken: String?
    /// The time at which the access token expires, in milliseconds since 1970; `nil` if that is not known.
    package let expiresAt: Int64?

    package init(accessToken: String, refreshToken: String? = nil, expiresAt: Int64? = nil) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
    }

    package init?(json: JSONValue) {
        guard let accessToken = json["access_token"]?.string, !accessToken.isEmpty else { return nil }
        self.init(
            accessToken: accessToken, refreshToken: json["refresh_token"]?.string,
            expiresAt: json["expires_at"]?.time)
    }

    package var json: JSONValue {
        var json: JSONValue = ["access_token": .string(accessToken)]
        json["refresh_token"] = refreshToken.map(JSONValue.string)
        json["expires_at"] = expiresAt.map(JSONValue.integer)
        return json
    }

    /// The maximum lifetime. A token with a longer one never expires, since calendars can't represent its end.
    private static let longestLifetime: Int64 = 1 << 47

    /// Returns the time at which a token with this lifetime expires. A negative lifetime counts as none.
    static func end(of lifetime: Int64?, now: Int64) -> Int64? {
        guard let lifetime, lifetime <= longestLifetime else { return nil }
        return now + max(lifetime, 0)
    }
}

extension AccessTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The description without the tokens, so that printing or logging doesn't reveal them.
    package var description: String { "AccessTokens" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
