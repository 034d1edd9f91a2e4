package import Conversations
import MatrixAPI

/// Decodes the permissions of a chat from the stored contents of its state events.
package enum PowerDecoder {
    /// - Returns: `nil` until the content of `m.room.create` is known.
    package static func power(_ source: ChatPowerSource) -> ChatPower? {
        guard let creation = source.creation else { return nil }
        return power(levels: source.levels.flatMap(json), creation: json(creation), creator: source.creator)
    }

    /// - Parameters:
    ///   - levels: the content of `m.room.power_levels`, `nil` if there is no such event.
    ///   - creation: the content of `m.room.create`, with its sender.
    static func power(levels: JSONValue?, creation: JSONValue?, creator: String?) -> ChatPower {
        var power = ChatPower()
        let others = creation?["additional_creators"]?.array ?? []
        let founders = others.compactMap(\.identifier) + [creator].compactMap(\.self)
        if creatorsOutrank(version: creation?["room_version"]?.string) { power.creators = Set(founders) }
        guard let levels, levels.isObject else {
            // Without the event, the creator of the chat has level 100 and `state_default` is 0 (client-server API,
            // "m.room.power_levels").
            power.stateDefault = 0
            if let creator = creation?["creator"]?.identifier ?? creator { power.users[creator] = 100 }
            return power
        }
        power.users = numbers(levels["users"])
        power.notifyRoom = number(levels["notifications"]?["room"]) ?? 50
        power.events = numbers(levels["events"])
        power.usersDefault = number(levels["users_default"]) ?? 0
        power.eventsDefault = number(levels["events_default"]) ?? 0
        power.redact = number(levels["redact"]) ?? 50
        power.stateDefault = number(levels["state_default"]) ?? 50
        power.invite = number(levels["invite"]) ?? 0
        power.kick = number(levels["kick"]) ?? 50
        power.ban = number(levels["ban"]) ?? 50
        return power
    }

    /// Whether room creators outrank all others: from version 12 on, but never in versions that aren't numbers, which
    /// are experimental.
    private static func creatorsOutrank(version: String?) -> Bool {
        (version.flatMap { Int($0) } ?? 0) >= 12
    }

    private static func json(_ text: String) -> JSONValue? { try? JSONValue(parsing: text) }

    private static func numbers(_ value: JSONValue?) -> [String: Int] {
        (value?.namedMembers ?? [:]).compactMapValues { number($0) }
    }

    /// Old rooms write numbers as text (room versions before 10).
    private static func number(_ value: JSONValue?) -> Int? {
        switch value {
        case .string(let text): Int(text.filter { !$0.isWhitespace })
        default: value?.wholeNumber.map { Int($0) }
        }
    }
}
