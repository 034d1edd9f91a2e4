import MatrixAPI

/// The part of an event's content that a redaction keeps (room version 11, "Redactions").
enum Redaction {
    static func kept(of content: JSONValue, type: String) -> JSONValue {
        switch type {
        case "m.room.create": return content
        case "m.room.member":
            var kept = only(["membership", "join_authorised_via_users_server"], of: content)
            if let signed = content["third_party_invite"]?["signed"] { kept["third_party_invite"] = ["signed": signed] }
            return kept
        case "m.room.join_rules": return only(["join_rule", "allow"], of: content)
        case "m.room.power_levels": return only(powerLevels, of: content)
        case "m.room.history_visibility": return only(["history_visibility"], of: content)
        case "m.room.redaction": return only(["redacts"], of: content)
        default: return .emptyObject
        }
    }

    private static let powerLevels = [
        "ban", "events", "events_default", "invite", "kick", "redact", "state_default", "users", "users_default",
    ]

    private static func only(_ names: [String], of content: JSONValue) -> JSONValue {
        var kept = JSONValue.emptyObject
        for name in names { kept[name] = content[name] }
        return kept
    }
}
