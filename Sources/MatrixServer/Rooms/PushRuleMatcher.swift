import GRDB
import MatrixAPI

/// Matches events of a room against push rules (client-server API, "Conditions for push rules").
struct PushRuleMatcher {
    private let database: Database
    private let user: String
    private let room: String
    private let rules: [(kind: PushRule.Kind, rule: PushRule)]
    private let displayName: String?
    private let joinedCount: Int64
    private let levels: PowerLevels
    /// The patterns of the rules, compiled once for all events.
    private let patterns: [String: GlobPattern]

    /// - Parameter rules: The enabled rules, the most important first.
    init(_ database: Database, user: String, room: String, rules: [(kind: PushRule.Kind, rule: PushRule)]) throws {
        self.database = database
        self.user = user
        self.room = room
        self.rules = rules
        let member = try StateTable(database).current("m.room.member", user, in: room)
        displayName = member?.content["displayname"]?.string
        joinedCount = try MembershipsTable(database).count(in: room, .join)
        levels = try StateTable(database).powerLevels(in: room)
        let all = rules.flatMap { [$0.rule.pattern] + $0.rule.conditions.map { $0["pattern"]?.string } }
        patterns = Dictionary(all.compactMap(\.self).map { ($0, GlobPattern($0)) }) { first, _ in first }
    }

    /// Returns the first rule that matches the event.
    func rule(for event: StoredEvent) -> (kind: PushRule.Kind, rule: PushRule)? {
        rules.first { matches($0.rule, $0.kind, event) }
    }

    private func matches(_ rule: PushRule, _ kind: PushRule.Kind, _ event: StoredEvent) -> Bool {
        switch kind {
        case .override, .underride: rule.conditions.allSatisfy { holds($0, event) }
        case .content:
            event.type == "m.room.message"
                && patterns[rule.pattern ?? ""]?.matchesWords(of: event.content["body"]?.string ?? "") == true
        case .room: rule.id == event.room
        case .sender: rule.id == event.sender
        }
    }

    /// Whether a condition holds. A condition of an unknown kind never does.
    private func holds(_ condition: JSONValue, _ event: StoredEvent) -> Bool {
        let key = condition["key"]?.string ?? ""
        switch condition["kind"]?.string {
        case "event_match":
            guard let value = value(key, of: event)?.string,
                let pattern = condition["pattern"]?.string.flatMap({ patterns[$0] })
            else { return false }
            return key == "content.body" ? pattern.matchesWords(of: value) : pattern.matches(value)
        case "event_property_is":
            guard let value = value(key, of: event) else { return false }
            return value == condition["value"]
        case "event_property_contains":
            guard let value = condition["value"] else { return false }
            return self.value(key, of: event)?.array?.contains(value) ?? false
        case "contains_display_name":
            return WordSearch(displayName ?? "").isFound(in: event.content["body"]?.string ?? "")
        case "room_member_count": return holdsCount(condition["is"]?.string ?? "")
        case "sender_notification_permission":
            return key == "room" && levels.level(of: event.sender) >= levels.notifyRoom
        default: return false
        }
    }

    private func holdsCount(_ text: String) -> Bool {
        let sign = text.prefix { !$0.isNumber }
        guard let number = Int64(text.dropFirst(sign.count)) else { return false }
        switch sign {
        case "", "==": return joinedCount == number
        case "<": return joinedCount < number
        case ">": return joinedCount > number
        case "<=": return joinedCount <= number
        case ">=": return joinedCount >= number
        default: return false
        }
    }

    /// Returns a property by its path with dots, where `\.` is a dot within a name.
    private func value(_ path: String, of event: StoredEvent) -> JSONValue? {
        var names = [""]
        var isEscaped = false
        for character in path {
            if isEscaped {
                if character != ".", character != "\\" { names[names.count - 1].append("\\") }
                names[names.count - 1].append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "." {
                names.append("")
            } else {
                names[names.count - 1].append(character)
            }
        }
        switch names.first {
        case "type" where names.count == 1: return .string(event.type)
        case "sender" where names.count == 1: return .string(event.sender)
        case "room_id" where names.count == 1: return .string(event.room)
        case "state_key" where names.count == 1: return event.stateKey.map(JSONValue.string)
        case "content":
            var value: JSONValue? = event.content
            for name in names.dropFirst() { value = value?[name] }
            return value
        default: return nil
        }
    }
}
