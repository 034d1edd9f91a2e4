import Conversations
import MatrixAPI

/// Translates the account data of chats and people from the wire format and back.
package enum AccountSettings {
    package static let pinTag = "m.favourite"
    package static let archiveTag = "m.lowpriority"
    package static let markedUnreadType = "m.marked_unread"
    package static let ignoredType = "m.ignored_user_list"

    /// Reads `m.tag` (client-server API, "Room Tagging").
    static func tags(in content: JSONValue) -> ChatTags {
        let tags = content["tags"]
        return ChatTags(
            isPinned: tags?[pinTag] != nil, pinOrder: tags?[pinTag]?["order"].flatMap(order),
            isArchived: tags?[archiveTag] != nil)
    }

    /// Returns whether the chat is marked as unread; `nil` if the events don't say. Clients from before version 1.12 of
    /// the specification use another event type.
    static func isMarkedUnread(_ events: [MatrixEvent]) -> Bool? {
        let event =
            events.last { $0.type == markedUnreadType } ?? events.last { $0.type == "com.famedly.marked_unread" }
        return event.map { $0.content["unread"]?.bool ?? false }
    }

    /// Reads `m.ignored_user_list`; `nil` if the events don't contain it.
    static func ignored(in events: [MatrixEvent]) -> Set<String>? {
        guard let event = events.last(where: { $0.type == ignoredType }) else { return nil }
        return Set(event.content["ignored_users"]?.namedMembers.keys.map(\.self) ?? [])
    }

    /// Reads the notification levels that aren't the default from `m.push_rules`, in the form that other clients
    /// write and read. A room is off if an override rule silences it, and on mentions if its room rule doesn't
    /// notify. Returns `nil` if the events don't contain the rules.
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

    /// Accepts a string too, as some clients write the number as one.
    private static func order(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number.isFinite ? number : nil
        case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        case .null, .bool, .array, .object: nil
        }
    }
}
