import Conversations
import MatrixAPI

/// What account data on the wire says about chats and people, and back.
enum AccountSettings {
    static let pinTag = "m.favourite"
    static let archiveTag = "m.lowpriority"
    static let markedUnreadType = "m.marked_unread"
    static let ignoredType = "m.ignored_user_list"

    /// Of `m.tag` (client-server API, "Room Tagging").
    static func tags(in content: JSONValue) -> ChatTags {
        let tags = content["tags"]
        return ChatTags(
            isPinned: tags?[pinTag] != nil, pinOrder: tags?[pinTag]?["order"].flatMap(order),
            isArchived: tags?[archiveTag] != nil)
    }

    /// - Returns: `nil` where it is not said. Clients from before version 1.12 of the specification say it by another name.
    static func isMarkedUnread(_ events: [MatrixEvent]) -> Bool? {
        let event =
            events.last { $0.type == markedUnreadType } ?? events.last { $0.type == "com.famedly.marked_unread" }
        return event.map { $0.content["unread"]?.bool ?? false }
    }

    /// Of `m.ignored_user_list`; `nil` where it is not among them.
    static func ignored(in events: [MatrixEvent]) -> Set<String>? {
        guard let event = events.last(where: { $0.type == ignoredType }) else { return nil }
        return Set(event.content["ignored_users"]?.namedMembers.keys.map(\.self) ?? [])
    }

    /// Of `m.push_rules`, where they are not all: off for a room that an override rule silences, mentions for one whose room
    /// rule doesn't notify; as other clients write and read it. `nil` where the rules are not among the events.
    static func notificationLevels(in events: [MatrixEvent]) -> [String: NotificationLevel]? {
        guard let event = events.last(where: { $0.type == "m.push_rules" }) else { return nil }
        var levels: [String: NotificationLevel] = [:]
        for rule in event.content["global"]?["room"]?.array ?? [] where isSilent(rule) {
            if let room = rule["rule_id"]?.identifier { levels[room] = .mentions }
        }
        for rule in event.content["global"]?["override"]?.array ?? [] where isSilent(rule) {
            guard let conditions = rule["conditions"]?.array, conditions.count == 1 else { continue }
            guard conditions[0]["kind"]?.string == "event_match", conditions[0]["key"]?.string == "room_id" else {
                continue
            }
            if let room = conditions[0]["pattern"]?.identifier { levels[room] = .off }
        }
        return levels
    }

    private static func isSilent(_ rule: JSONValue) -> Bool {
        rule["enabled"]?.bool ?? true && !(rule["actions"]?.array ?? []).contains("notify")
    }

    /// Some clients write the number as a text.
    private static func order(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number.isFinite ? number : nil
        case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        case .null, .bool, .array, .object: nil
        }
    }
}
