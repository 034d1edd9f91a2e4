import GRDB
import MatrixAPI

/// `GET pushrules` (client-server API, "Push Rules: API").
enum PushRulesEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue {
        let user = try call.user
        return try await call.read { try PushRulesTable($0).rules(of: user).json }
    }

    @Sendable static func global(_ call: Call) async throws -> JSONValue {
        try await get(call)["global"] ?? .emptyObject
    }

    @Sendable static func kind(_ call: Call) async throws -> JSONValue {
        let kind = try call.pushRuleKind
        return try await global(call)[kind.rawValue] ?? []
    }
}

extension Call {
    var pushRuleKind: PushRule.Kind {
        get throws {
            guard let kind = PushRule.Kind(rawValue: parameter("kind")) else {
                throw Refusal.invalid("There is no such kind of push rule")
            }
            return kind
        }
    }
}
