import MatrixAPI

/// The effect of an account's push rules in a room.
enum RoomPushRules {
    /// The rules are the defaults: the counts that were stored with the events apply.
    case standard
    /// No event of the room counts.
    case muted
    /// Only mentions count.
    case mentionsOnly
    /// Each event has to be matched against the rules.
    case each([(kind: PushRule.Kind, rule: PushRule)])

    init(_ set: PushRuleSet, room: String) {
        let relevant = PushRule.Kind.allCases.flatMap { kind in
            (set.rules[kind] ?? []).filter { $0.isEnabled && RoomPushRules.mayMatch($0, kind, room: room) }
                .map { (kind: kind, rule: $0) }
        }
        let own = relevant.filter { !$0.rule.isDefault }
        if let first = relevant.first, RoomPushRules.isWholeRoom(first.rule, first.kind), !first.rule.notifies {
            self = .muted
        } else if own.isEmpty, set.keepsDefaults {
            self = .standard
        } else if own.count == 1, own[0].kind == .room, !own[0].rule.notifies, set.keepsDefaults {
            self = .mentionsOnly
        } else {
            self = .each(relevant)
        }
    }

    private static func mayMatch(_ rule: PushRule, _ kind: PushRule.Kind, room: String) -> Bool {
        if kind == .room { return rule.id == room }
        return rule.conditions.allSatisfy { condition in
            guard condition["kind"]?.string == "event_match", condition["key"]?.string == "room_id" else { return true }
            // Most patterns are a room's identifier, and there may be one for each room.
            let pattern = condition["pattern"]?.string ?? ""
            guard pattern.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) else {
                return pattern == room
            }
            return GlobPattern(pattern).matches(room)
        }
    }

    /// Whether an override rule has no condition but the room, or none at all. The caller has checked that it is
    /// this room.
    private static func isWholeRoom(_ rule: PushRule, _ kind: PushRule.Kind) -> Bool {
        kind == .override
            && rule.conditions.allSatisfy { $0["kind"]?.string == "event_match" && $0["key"]?.string == "room_id" }
    }
}
