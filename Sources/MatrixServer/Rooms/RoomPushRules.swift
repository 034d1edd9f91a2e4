import MatrixAPI

/// What an account's push rules come to in one room.
enum RoomPushRules {
    /// As every account's: what was counted when the events were written holds.
    case standard
    /// Nothing of the room counts.
    case muted
    /// Mentions count, and nothing else.
    case mentionsOnly
    /// Each event must be held against the rules.
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
            // Most are a room's identifier, and there may be one for each room.
            let pattern = condition["pattern"]?.string ?? ""
            guard pattern.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) else {
                return pattern == room
            }
            return GlobPattern(pattern).matches(room)
        }
    }

    /// Whether an override rule asks for nothing but the room, or for nothing at all; that it is this room was seen before.
    private static func isWholeRoom(_ rule: PushRule, _ kind: PushRule.Kind) -> Bool {
        kind == .override
            && rule.conditions.allSatisfy { $0["kind"]?.string == "event_match" && $0["key"]?.string == "room_id" }
    }
}
