import MatrixAPI

/// `logout` and `logout/all` (client-server API, "Login").
enum LogoutEndpoint {
    @Sendable static func one(_ call: Call) async throws -> JSONValue {
        try await call.server.closeSession(call.account)
        return .emptyObject
    }

    @Sendable static func all(_ call: Call) async throws -> JSONValue {
        try await call.server.closeAllSessions(of: call.user)
        return .emptyObject
    }
}
