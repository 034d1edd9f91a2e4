import MatrixServer

extension EmbeddedServer {
    static var guideLocalpart: String { "guide" }

    /// Creates the accounts of a profile and of its guide if they don't exist yet.
    ///
    /// - Returns: an access token for each account. Earlier tokens become invalid.
    func sessions(of profile: Profile) async throws(ServerError) -> (own: String, guide: String) {
        let localpart = String(profile.userID.dropFirst().prefix { $0 != ":" })
        let own = try await localSession(
            localpart: localpart, displayName: profile.displayName ?? localpart, deviceID: profile.deviceID)
        let guide = try await localSession(
            localpart: Self.guideLocalpart, displayName: "Guide", deviceID: "GUIDE")
        return (own.accessToken, guide.accessToken)
    }
}
