import GRDB
import MatrixAPI

/// Matches events of a room against push rules (client-server API, "Conditions for push rules").
struct PushRuleMatcher {
    private let database: Database
    private let user: String
    private let room: String
    private let rules: [(kind: PushRule.Kind, rule: PushRule)]
    private let displayName: WordSearch
    private let joinedCount: Int64
    private let levels: PowerLevels
    /// The patterns of the rules, compiled once for all events.
    private let patterns: [String: GlobPattern]
    /// The properties that are named by the keys of conditions, parsed once for all events.
    private let paths: [String: PropertyPath]

    /// - Parameter rules: The enabled rules, the most important first.
    init(_ database: Database, user: String, room: String, rules: [(kind: PushRule.Kind, rule: PushRule)]) throws {
        self.database = database
        self.user = user
        self.room = room
        self.rules = rules
        let member = try StateTable(database).current("m.room.member", user, in: room)
        displayName = WordSearch(member?.content["displayname"]?.string ?? "")
        joinedCount = try MembershipsTable(database).count(in: room, .join)
        levels = try StateTable(database).powerLevels(in: room)
        let all = rules.flatMap { [$0.rule.pattern] + $0.rule.conditions.map { $0["pattern"]?.string } }
        patterns = Dictionary(all.compactMap(\.self).map { ($0, GlobPattern($0)) }) { first, _ in first }
        let keys = Set(rules.flatMap { $0.rule.conditions.compactMap { $0["key"]?.string } })
        paths = Dictionary(uniqueKeysWithValues: keys.map { ($0, PropertyPath($0)) })
    }

    /// Returns the first rule that matches the event.
    func rule(for event: StoredEvent) -> (kind: PushRule.Kind, rule: PushRule)? {
        let event = MatchedEvent(event)
        return rules.first { matches($0.rule, $0.kind, event) }
    }

    private func matches(_ rule: PushRule, _ kind: PushRule.Kind, _ event: MatchedEvent) -> Bool {
        switch kind {
        case .override, .underride: rule.conditions.allSatisfy { holds($0, event) }
        case .content:
            event.type == "m.room.message"
                && patterns[rule.pattern ?? ""]?.matchesWords(of: event.text(at: .body) ?? FoldedText.empty) == true
        case .room: rule.id == event.room
        case .sender: rule.id == event.sender
        }
    }

    /// Whether a condition holds. A condition of an unknown kind never does.
    private func holds(_ condition: JSONValue, _ event: MatchedEvent) -> Bool {
        let key = condition["key"]?.string ?? ""
        let path = paths[key] ?? PropertyPath(key)
        switch condition["kind"]?.string {
        case "event_match":
            guard let pattern = condition["pattern"]?.string.flatMap({ patterns[$0] }),
                let text = event.text(at: path)
            else { return false }
            return key == "content.body" ? pattern.matchesWords(of: text) : pattern.matches(text)
        case "event_property_is":
            guard let value = event.value(at: path) else { return false }
            return value == condition["value"]
        case "event_property_contains":
            guard let value = condition["value"] else { return false }
            return event.value(at: path)?.array?.contains(value) ?? false
        case "contains_display_name":
            return event.names(displayName)
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
}

/// The path of an event's property, in which names are separated by dots and `\.` is a dot within a name.
private struct PropertyPath: Hashable {
    static let body = PropertyPath("content.body")

    let names: [String]

    init(_ text: String) {
        var names = [""]
        var isEscaped = false
        for character in text {
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
        self.names = names
    }
}

/// An event that is matched against rules. All rules share its texts, since each may be long.
private final class MatchedEvent {
    private let event: StoredEvent
    private var texts: [PropertyPath: FoldedText] = [:]
    private var isNamed: Bool?

    init(_ event: StoredEvent) { self.event = event }

    var type: String { event.type }
    var room: String { event.room }
    var sender: String { event.sender }

    /// Returns the text of a property; `nil` if it is no text.
    func text(at path: PropertyPath) -> FoldedText? {
        if let known = texts[path] { return known }
        guard let value = value(at: path)?.string else { return nil }
        let text = FoldedText(value)
        texts[path] = text
        return text
    }

    /// Whether the body contains the user's name.
    ///
    /// - Parameter name: The user's name, which is the same in each call.
    func names(_ name: WordSearch) -> Bool {
        if let isNamed { return isNamed }
        let isFound = name.isFound(in: event.content["body"]?.string ?? "")
        isNamed = isFound
        return isFound
    }

    func value(at path: PropertyPath) -> JSONValue? {
        let names = path.names
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
