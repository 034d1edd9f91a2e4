import MatrixAPI

/// An account's push rules: the master switch, its own rules and, after them in each kind, the predefined ones with
/// its changes.
struct PushRuleSet: Sendable {
    private let defaults: [PushRule.Kind: [PushRule]]
    private(set) var rules: [PushRule.Kind: [PushRule]] = [:]

    /// - Parameter stored: The content of `m.push_rules`; `nil` if the account never changed any.
    init(of user: String, stored: JSONValue?) {
        let predefined = PushRules.defaults(for: user)
        var defaults: [PushRule.Kind: [PushRule]] = [:]
        for kind in PushRule.Kind.allCases {
            defaults[kind] = (predefined[kind.rawValue]?.array ?? []).compactMap { PushRule($0) }
            let kept = (stored?["global"]?[kind.rawValue]?.array ?? []).compactMap { PushRule($0) }
            // This version defines the predefined rules; the account decides whether each is enabled and its actions.
            let predefined = (defaults[kind] ?? []).map { rule in
                guard let changed = kept.first(where: { $0.isDefault && $0.id == rule.id }) else { return rule }
                var rule = rule
                rule.isEnabled = changed.isEnabled
                rule.actions = changed.actions
                return rule
            }
            // The master switch comes before all others, or the account's own rules would notify with everything off.
            rules[kind] =
                predefined.filter(\.isMaster) + kept.filter { !$0.isDefault } + predefined.filter { !$0.isMaster }
        }
        self.defaults = defaults
    }

    /// The content of `m.push_rules`.
    var json: JSONValue {
        var global = JSONValue.emptyObject
        for kind in PushRule.Kind.allCases { global[kind.rawValue] = .array((rules[kind] ?? []).map(\.json)) }
        return ["global": global]
    }

    /// Whether the predefined rules are unchanged.
    var keepsDefaults: Bool {
        PushRule.Kind.allCases.allSatisfy { kind in rules[kind]?.filter(\.isDefault) == defaults[kind] }
    }

    func rule(_ id: String, _ kind: PushRule.Kind) throws -> PushRule {
        guard let rule = rules[kind]?.first(where: { $0.id == id }) else {
            throw EndpointError.notFound("There is no such push rule")
        }
        return rule
    }

    /// Adds a rule as the first of its kind or beside another, or changes the rule with that name, which stays
    /// enabled or disabled.
    ///
    /// - Parameters:
    ///   - before: The account's own rule that it comes directly before.
    ///   - after: The account's own rule that it comes directly after.
    mutating func put(_ rule: PushRule, _ kind: PushRule.Kind, before: String?, after: String?) throws {
        guard !rule.id.isEmpty, !rule.id.hasPrefix("."), !rule.id.contains("/"), !rule.id.contains("\\") else {
            throw EndpointError.invalid("A rule of one's own has no name with a dot first or a slash in it")
        }
        var list = rules[kind] ?? []
        var rule = rule
        let old = list.firstIndex { $0.id == rule.id }
        if let old { rule.isEnabled = list.remove(at: old).isEnabled }
        if let neighbour = before ?? after {
            guard let place = list.firstIndex(where: { $0.id == neighbour }), !list[place].isDefault else {
                throw EndpointError.notFound("There is no push rule \(neighbour) of your own")
            }
            list.insert(rule, at: before == nil ? place + 1 : place)
        } else {
            list.insert(rule, at: old ?? (list.first?.isMaster == true ? 1 : 0))
        }
        rules[kind] = list
    }

    mutating func delete(_ id: String, _ kind: PushRule.Kind) throws {
        guard !(try rule(id, kind).isDefault) else {
            throw EndpointError.invalid("A predefined rule can only be switched off")
        }
        rules[kind]?.removeAll { $0.id == id }
    }

    mutating func change(_ id: String, _ kind: PushRule.Kind, _ edit: (inout PushRule) -> Void) throws {
        var rule = try rule(id, kind)
        edit(&rule)
        rules[kind] = rules[kind]?.map { $0.id == id ? rule : $0 }
    }
}

/// The push rules that every account has (client-server API, "Predefined Rules"). If an account has no other rules,
/// unread counts use ``NotificationRule``, which implements these in code.
enum PushRules {
    static func defaults(for user: String) -> JSONValue {
        ["override": .array(override(user)), "content": [], "room": [], "sender": [], "underride": .array(underride)]
    }

    private static func override(_ user: String) -> [JSONValue] {
        [
            rule(".m.rule.master", isEnabled: false, [], []),
            rule(".m.rule.suppress_notices", [match("content.msgtype", "m.notice")], []),
            rule(
                ".m.rule.invite_for_me",
                [match("type", "m.room.member"), match("content.membership", "invite"), match("state_key", user)],
                notify),
            rule(".m.rule.member_event", [match("type", "m.room.member")], []),
            rule(
                ".m.rule.is_user_mention",
                [["kind": "event_property_contains", "key": "content.m\\.mentions.user_ids", "value": .string(user)]],
                highlight),
            rule(
                ".m.rule.is_room_mention",
                [["kind": "event_property_is", "key": "content.m\\.mentions.room", "value": true], mayNotifyRoom],
                highlight),
            rule(".m.rule.reaction", [match("type", "m.reaction")], []),
            rule(
                ".m.rule.suppress_edits",
                [["kind": "event_property_is", "key": "content.m\\.relates_to.rel_type", "value": "m.replace"]], []),
        ]
    }

    private static let underride = [
        rule(".m.rule.message", [match("type", "m.room.message")], notify),
        rule(".m.rule.encrypted", [match("type", "m.room.encrypted")], notify),
    ]

    private static let notify: [JSONValue] = ["notify"]
    private static let highlight: [JSONValue] = [
        "notify", ["set_tweak": "sound", "value": "default"], ["set_tweak": "highlight"],
    ]
    private static let mayNotifyRoom: JSONValue = ["kind": "sender_notification_permission", "key": "room"]

    private static func match(_ key: String, _ pattern: String) -> JSONValue {
        ["kind": "event_match", "key": .string(key), "pattern": .string(pattern)]
    }

    private static func rule(
        _ name: String, isEnabled: Bool = true, _ conditions: [JSONValue], _ actions: [JSONValue]
    ) -> JSONValue {
        [
            "rule_id": .string(name), "default": true, "enabled": .bool(isEnabled), "conditions": .array(conditions),
            "actions": .array(actions),
        ]
    }
}
