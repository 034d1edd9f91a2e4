import GRDB
import MatrixAPI

/// A push rule, its actions, and whether it is enabled (client-server API, "Push Rules: API").
enum PushRuleEndpoint {
    @Sendable static func get(_ call: Call) async throws -> JSONValue { try await rule(call).json }

    @Sendable static func put(_ call: Call) async throws -> JSONValue {
        let kind = try call.pushRuleKind
        let rule = try PushRule(id: call.parameter("ruleID"), kind: kind, body: call.body)
        let (before, after) = (call.target["before"], call.target["after"])
        return try await change(call) { try $0.put(rule, kind, before: before, after: after) }
    }

    @Sendable static func delete(_ call: Call) async throws -> JSONValue {
        let kind = try call.pushRuleKind
        let id = call.parameter("ruleID")
        return try await change(call) { try $0.delete(id, kind) }
    }

    @Sendable static func getEnabled(_ call: Call) async throws -> JSONValue {
        ["enabled": .bool(try await rule(call).isEnabled)]
    }

    @Sendable static func putEnabled(_ call: Call) async throws -> JSONValue {
        let kind = try call.pushRuleKind
        let id = call.parameter("ruleID")
        guard let value = call.body["enabled"] else { throw EndpointError.missing("enabled") }
        guard let isEnabled = value.bool else { throw EndpointError.badJSON("enabled must be true or false") }
        return try await change(call) { try $0.change(id, kind) { $0.isEnabled = isEnabled } }
    }

    @Sendable static func getActions(_ call: Call) async throws -> JSONValue {
        ["actions": .array(try await rule(call).actions)]
    }

    @Sendable static func putActions(_ call: Call) async throws -> JSONValue {
        let kind = try call.pushRuleKind
        let id = call.parameter("ruleID")
        let actions = try PushRule.actions(in: call.body)
        return try await change(call) { try $0.change(id, kind) { $0.actions = actions } }
    }

    private static func rule(_ call: Call) async throws -> PushRule {
        let user = try call.user
        let kind = try call.pushRuleKind
        let id = call.parameter("ruleID")
        return try await call.read { try PushRulesTable($0).rules(of: user).rule(id, kind) }
    }

    private static func change(
        _ call: Call, _ edit: @escaping @Sendable (inout PushRuleSet) throws -> Void
    ) async throws -> JSONValue {
        let user = try call.user
        while true {
            let (known, place) = try await call.read { database in
                (try PushRulesTable(database).rules(of: user), try PushRulesTable(database).place(of: user))
            }
            var rules = known
            try edit(&rules)
            // This runs outside the writer, since an account may have many rules.
            let text = rules.json.serializedText
            guard text.utf8.count <= PushRulesTable.largest else {
                throw EndpointError.tooLarge("There are too many rules")
            }
            let isDone = try await call.commit { changes in
                guard try PushRulesTable(changes.database).put(text, of: user, after: place) else { return false }
                changes.wake(user)
                return true
            }
            if isDone { return .emptyObject }
        }
    }
}

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
                throw EndpointError.invalid("There is no such kind of push rule")
            }
            return kind
        }
    }
}
