import HTTPTypes
import MatrixAPI

/// `refresh` (client-server API, "Refreshing access tokens").
enum RefreshEndpoint {
    @Sendable static func post(_ call: Call) async throws -> JSONValue {
        let refreshToken = try call.required("refresh_token")
        guard let tokens = try await call.server.refreshSession(refreshToken, for: call.reader) else {
            throw Refusal(.unauthorized, .unknownToken, "This refresh token is not valid (any more)")
        }
        var json = JSONValue.emptyObject
        tokens.put(into: &json)
        return json
    }
}
