import MatrixAPI

/// `GET pushrules` (client-server API, "Push Rules: API").
enum PushRulesEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        ["global": PushRules.defaults(for: try call.user)]
    }

    @Sendable static func global(_ call: Call) async throws -> JSONValue { PushRules.defaults(for: try call.user) }
}
