import MatrixAPI

/// A push rule (client-server API, "Push Rules").
struct PushRule: Hashable, Sendable {
    enum Kind: String, CaseIterable, Sendable { case override, content, room, sender, underride }

    let id: String
    /// Whether every account has it.
    let isDefault: Bool
    var isEnabled = true
    /// The conditions of override and underride rules.
    var conditions: [JSONValue] = []
    /// The pattern of content rules.
    var pattern: String?
    var actions: [JSONValue]

    /// - Returns: `nil` if it is not a rule.
    init?(_ json: JSONValue) {
        guard let id = json["rule_id"]?.string else { return nil }
        self.id = id
        isDefault = json["default"]?.bool ?? false
        isEnabled = json["enabled"]?.bool ?? true
        conditions = json["conditions"]?.array ?? []
        pattern = json["pattern"]?.string
        actions = json["actions"]?.array ?? []
    }

    /// Creates a rule from the body of a request.
    ///
    /// - Throws: An ``EndpointError`` if the body is not a rule of that kind.
    init(id: String, kind: Kind, body: JSONValue) throws {
        self.id = id
        isDefault = false
        actions = try PushRule.actions(in: body)
        switch kind {
        case .override, .underride:
            conditions = body["conditions"]?.array ?? []
            guard conditions.allSatisfy({ $0["kind"]?.string != nil }) else {
                throw EndpointError.badJSON("Each condition needs a kind")
            }
        case .content:
            guard let text = body["pattern"]?.string, !text.isEmpty else { throw EndpointError.missing("pattern") }
            pattern = text
        case .room, .sender: break
        }
    }

    /// Returns the actions of a body. The old `dont_notify` and `coalesce` are replaced by no action and `notify`.
    ///
    /// - Throws: An ``EndpointError`` if there is an action that the specification doesn't define.
    static func actions(in body: JSONValue) throws -> [JSONValue] {
        guard let actions = body["actions"]?.array else { throw EndpointError.missing("actions") }
        let isKnown = { (action: JSONValue) in
            action["set_tweak"]?.string != nil || ["notify", "dont_notify", "coalesce"].contains(action.string)
        }
        guard actions.allSatisfy(isKnown) else { throw EndpointError.invalid("An action is notify or a tweak") }
        return actions.filter { $0 != "dont_notify" }.map { $0 == "coalesce" ? "notify" : $0 }
    }

    /// Whether it is the predefined rule that silences all others (client-server API, "Default Override Rules").
    var isMaster: Bool { isDefault && id == ".m.rule.master" }

    var notifies: Bool { actions.contains("notify") }

    var highlights: Bool {
        actions.contains { $0["set_tweak"]?.string == "highlight" && $0["value"]?.bool != false }
    }

    var json: JSONValue {
        var json: JSONValue = [
            "rule_id": .string(id), "default": .bool(isDefault), "enabled": .bool(isEnabled),
            "actions": .array(actions),
        ]
        if let pattern { json["pattern"] = .string(pattern) }
        if !conditions.isEmpty || isDefault { json["conditions"] = .array(conditions) }
        return json
    }
}
