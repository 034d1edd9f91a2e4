/// What a device authenticates with (client-server API, "Using access tokens" and "Refreshing access tokens").
package struct AccessTokens: Hashable, Sendable {
    package let accessToken: String
    /// `nil` where the access token lasts until somebody ends it.
    package let refreshToken: String?
    /// When the access token ends, in milliseconds since 1970; `nil` where that is not known.
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
            expiresAt: json["expires_at"]?.integer)
    }

    package var json: JSONValue {
        var json: JSONValue = ["access_token": .string(accessToken)]
        json["refresh_token"] = refreshToken.map(JSONValue.string)
        json["expires_at"] = expiresAt.map(JSONValue.integer)
        return json
    }

    /// When a token ends that lasts so long from now on.
    static func end(of lifetime: Int64?, now: Int64) -> Int64? {
        lifetime.flatMap { lifetime in
            let (end, isTooFar) = now.addingReportingOverflow(lifetime)
            return isTooFar ? nil : end
        }
    }
}

extension AccessTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Without the tokens: what is printed or logged must not give them away.
    package var description: String { "AccessTokens" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
