import MatrixAPI

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
