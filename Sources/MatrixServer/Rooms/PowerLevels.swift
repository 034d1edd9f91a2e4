import MatrixAPI

/// The permissions in a room (client-server API, `m.room.power_levels`, with the defaults of room version 11).
struct PowerLevels: Sendable {
    private let content: JSONValue?
    private let creator: String?

    /// - Parameters:
    ///   - content: The content of `m.room.power_levels`; `nil` if the room has no such event yet.
    ///   - creator: The sender of `m.room.create`, whose level is 100 as long as `content` is `nil`.
    init(content: JSONValue?, creator: String?) {
        self.content = content
        self.creator = creator
    }

    func level(of user: String) -> Int64 {
        guard let content else { return user == creator ? 100 : 0 }
        return content["users"]?[user]?.integer ?? content["users_default"]?.integer ?? 0
    }

    func required(forType type: String, isState: Bool) -> Int64 {
        guard let content else { return 0 }
        if let level = content["events"]?[type]?.integer { return level }
        return isState ? content["state_default"]?.integer ?? 50 : content["events_default"]?.integer ?? 0
    }

    /// The users with an explicit level.
    var named: [String] {
        content.map { Array(($0["users"]?.object ?? [:]).keys) } ?? [creator].compactMap(\.self)
    }

    var usersDefault: Int64 { content?["users_default"]?.integer ?? 0 }
    var invite: Int64 { content?["invite"]?.integer ?? 0 }
    var kick: Int64 { content?["kick"]?.integer ?? 50 }
    var ban: Int64 { content?["ban"]?.integer ?? 50 }
    var redact: Int64 { content?["redact"]?.integer ?? 50 }
    /// The level that `@room` requires.
    var notifyRoom: Int64 { content?["notifications"]?["room"]?.integer ?? 50 }
}

extension PowerLevels {
    /// Whether `new` is well formed and changes nothing above the sender (room version 11, authorization rule 9).
    func allowsChange(to new: JSONValue, by sender: String) -> Bool {
        guard PowerLevels.isWellFormed(new) else { return false }
        guard let old = content else { return true }
        let own = level(of: sender)
        for name in PowerLevels.scalars where !allows(old[name]?.integer, new[name]?.integer, upTo: own) {
            return false
        }
        for name in ["events", "notifications"] {
            let before = old[name]?.object ?? [:]
            let after = new[name]?.object ?? [:]
            for key in Set(before.keys).union(after.keys)
            where !allows(before[key]?.integer, after[key]?.integer, upTo: own) {
                return false
            }
        }
        let before = old["users"]?.object ?? [:]
        let after = new["users"]?.object ?? [:]
        for user in Set(before.keys).union(after.keys) {
            let (from, to) = (before[user]?.integer, after[user]?.integer)
            if from == to { continue }
            if let to, to > own { return false }
            if let from, user != sender, from >= own { return false }
        }
        return true
    }

    private static let scalars = [
        "users_default", "events_default", "state_default", "ban", "redact", "kick", "invite",
    ]

    private static func isWellFormed(_ content: JSONValue) -> Bool {
        for name in scalars where content[name] != nil && content[name]?.integer == nil { return false }
        for name in ["events", "notifications", "users"] {
            guard let value = content[name] else { continue }
            guard let members = value.object, members.values.allSatisfy({ $0.integer != nil }),
                members.keys.allSatisfy(\.isSoundIdentifier)
            else { return false }
            if name == "users", !members.keys.allSatisfy({ UserID($0) != nil }) { return false }
        }
        return true
    }

    private func allows(_ old: Int64?, _ new: Int64?, upTo own: Int64) -> Bool {
        old == new || ((old ?? own) <= own && (new ?? own) <= own)
    }
}
