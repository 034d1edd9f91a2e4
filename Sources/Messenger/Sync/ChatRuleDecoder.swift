import Conversations
import MatrixAPI

/// Decodes changes of power levels, join rule, history visibility and pins. Initial settings aren't reported. The
/// exceptions are pins and a history that anybody can read, as most chats start without either event.
enum ChatRuleDecoder {
    /// - Returns: `nil` for another event, or if there is nothing to report.
    static func content(of event: MatrixEvent) -> (Message.Kind, String)? {
        guard event.stateKey == "" else { return nil }
        guard let before = event.unsigned?["prev_content"], before.object != nil else { return first(event) }
        switch event.type {
        case "m.room.power_levels": return power(event, before)
        case "m.room.join_rules": return changed("join_rule", event, before).map { (.joinRule, $0) }
        case "m.room.history_visibility":
            return changed("history_visibility", event, before).map { (.historyVisibility, $0) }
        case "m.room.pinned_events": return pins(event, before)
        default: return nil
        }
    }

    /// The report of the first event of its type in a chat.
    private static func first(_ event: MatrixEvent) -> (Message.Kind, String)? {
        switch event.type {
        case "m.room.history_visibility" where event.content["history_visibility"]?.string == "world_readable":
            return (.historyVisibility, "world_readable")
        case "m.room.pinned_events": return pins(event, .emptyObject)
        default: return nil
        }
    }

    private static func changed(_ key: String, _ event: MatrixEvent, _ before: JSONValue) -> String? {
        guard let new = event.content[key]?.string, new != before[key]?.string else { return nil }
        return new
    }

    private static func power(_ event: MatrixEvent, _ before: JSONValue) -> (Message.Kind, String)? {
        let old = PowerDecoder.power(levels: before, creation: nil, creator: nil)
        let new = PowerDecoder.power(levels: event.content, creation: nil, creator: nil)
        let people = Set(old.users.keys).union(new.users.keys)
        let levels = people.filter { old.level(of: $0) != new.level(of: $0) }
            .map { PowerChange.Level($0, new.level(of: $0)) }
        // A chat with very many powerful members belongs to a bridge; its changes aren't worth reporting.
        guard old != new, levels.count <= mostPeople else { return nil }
        return (.power, PowerChange(levels).body)
    }

    private static let mostPeople = 20

    private static func pins(_ event: MatrixEvent, _ before: JSONValue) -> (Message.Kind, String)? {
        let (old, new) = (Set(before["pinned"]?.identifiers ?? []), Set(event.content["pinned"]?.identifiers ?? []))
        if !new.subtracting(old).isEmpty { return (.pins, "+") }
        return old.subtracting(new).isEmpty ? nil : (.pins, "-")
    }
}
