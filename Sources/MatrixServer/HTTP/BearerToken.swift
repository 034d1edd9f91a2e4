/// The access token of a request (client-server API, "Using access tokens").
enum BearerToken {
    /// Returns the token from the header, or from the query as clients before version 1.11 sent it.
    static func find(_ authorization: String?, _ target: Target) -> String? {
        if let authorization, authorization.lowercased().hasPrefix("bearer ") {
            return String(authorization.dropFirst(7))
        }
        return target["access_token"]
    }
}
