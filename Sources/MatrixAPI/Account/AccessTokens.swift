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
    ///   - now: The time of the response, in milliseconds since 1970.
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

/// A device that is logged in (client-server API, `POST /login` and `POST /register`).
package struct Session: Hashable, Sendable {
    package let userID: String
    package let accessToken: String
    package let deviceID: String
    /// The refresh token, if the client asked for it and the server issues expiring tokens (client-server API,
    /// "Refreshing access tokens").
    package let refreshToken: String?
    /// The lifetime of the access token; `nil` if the server didn't report it.
    package let expiresInMilliseconds: Int64?
    /// The homeserver's base address, if the server sent one in `well_known`. Not validated.
    package let baseURL: String?

    package init(
        userID: String, accessToken: String, deviceID: String, refreshToken: String? = nil,
        expiresInMilliseconds: Int64? = nil, baseURL: String? = nil
    ) {
        self.userID = userID
        self.accessToken = accessToken
        self.deviceID = deviceID
        self.refreshToken = refreshToken
        self.expiresInMilliseconds = expiresInMilliseconds
        self.baseURL = baseURL
    }

    package init?(json: JSONValue) {
        guard let userID = json["user_id"]?.string, UserID(userID) != nil, let deviceID = json["device_id"]?.string,
            let accessToken = json["access_token"]?.string, !accessToken.isEmpty
        else { return nil }
        self.init(
            userID: userID, accessToken: accessToken, deviceID: deviceID, refreshToken: json["refresh_token"]?.string,
            expiresInMilliseconds: json["expires_in_ms"]?.wholeNumber,
            baseURL: json["well_known"]?["m.homeserver"]?["base_url"]?.string)
    }

    /// - Parameter now: The time of the response, in milliseconds since 1970.
    package func tokens(now: Int64) -> AccessTokens {
        AccessTokens(
            accessToken: accessToken, refreshToken: refreshToken,
            expiresAt: AccessTokens.end(of: expiresInMilliseconds, now: now))
    }
}

extension Session: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The description without the tokens, so that printing or logging a session doesn't reveal them.
    package var description: String { "Session(\(userID), \(deviceID))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["userID": userID, "deviceID": deviceID]) }
}
