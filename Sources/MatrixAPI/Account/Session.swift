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

    /// - Parameter now: The time of the answer, in milliseconds since 1970.
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
