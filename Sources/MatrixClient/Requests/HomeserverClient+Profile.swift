package import MatrixAPI

/// Client-server API, "Profiles" and "Client config" (account data).
extension HomeserverClient {
    package func profile(userID: String) async throws(MatrixClientError) -> (displayName: String?, avatarURL: String?) {
        let profile = UserProfile(json: try await perform(MatrixRequest(.get, "v3", "profile", userID)))
        return (profile.displayName, profile.avatarURL)
    }

    package func setDisplayName(_ displayName: String, userID: String) async throws(MatrixClientError) {
        let body: JSONValue = ["displayname": .string(displayName)]
        _ = try await perform(MatrixRequest(.put, "v3", "profile", userID, "displayname", body: body))
    }

    /// Returns users that the server knows by a part of their name.
    package func searchPeople(_ term: String, limit: Int) async throws(MatrixClientError) -> [(
        userID: String, profile: UserProfile
    )] {
        let body: JSONValue = ["search_term": .string(term), "limit": .integer(Int64(limit))]
        return try await value(MatrixRequest(.post, "v3", "user_directory", "search", body: body)) { json in
            json["results"]?.array?.compactMap { result in
                guard let userID = result["user_id"]?.identifier else { return nil }
                return (
                    userID,
                    UserProfile(displayName: result["display_name"]?.string, avatarURL: result["avatar_url"]?.string)
                )
            }
        }
    }

    /// - Returns: `nil` if there is none of this type.
    package func accountData(userID: String, type: String) async throws(MatrixClientError) -> JSONValue? {
        do {
            return try await perform(MatrixRequest(.get, "v3", "user", userID, "account_data", type))
        } catch .matrix(let error, _, _) where error.code == .notFound {
            return nil
        }
    }

    package func setAccountData(userID: String, type: String, content: JSONValue) async throws(MatrixClientError) {
        _ = try await perform(MatrixRequest(.put, "v3", "user", userID, "account_data", type, body: content))
    }
}
