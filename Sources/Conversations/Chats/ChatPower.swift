/// Who may do what in a chat (client-server API, `m.room.power_levels`).
package struct ChatPower: Hashable, Sendable {
    /// Those who made the chat, where its version lets them outrank everybody (room version 12).
    package var creators: Set<String> = []
    package var users: [String: Int] = [:]
    /// What calling everybody asks for.
    package var notifyRoom = 50
    package var usersDefault = 0
    /// What an event of a type asks for, where it asks for something else than the rest.
    package var events: [String: Int] = [:]
    package var eventsDefault = 0
    package var stateDefault = 50
    package var invite = 0
    package var kick = 50
    package var ban = 50
    package var redact = 50

    package init() {}

    /// Creators outrank every number.
    package func level(of userID: String) -> Int {
        creators.contains(userID) ? .max : users[userID] ?? usersDefault
    }

    /// Whether a person may set a state event, such as the chat's name.
    package func maySet(_ type: String, _ userID: String) -> Bool {
        level(of: userID) >= events[type] ?? stateDefault
    }

    /// Whether `@room` of a person calls everybody.
    package func mayNotifyRoom(_ userID: String) -> Bool { level(of: userID) >= notifyRoom }

    /// Whether a person may send an event that is no state, such as a message.
    package func maySend(_ type: String, _ userID: String) -> Bool {
        level(of: userID) >= events[type] ?? eventsDefault
    }

    /// Whether a person may take away what others wrote, too.
    package func mayRedactOthers(_ userID: String) -> Bool {
        level(of: userID) >= redact && maySend("m.room.redaction", userID)
    }

    package func mayInvite(_ userID: String) -> Bool { level(of: userID) >= invite }

    /// Nobody bans somebody who has as much power.
    package func mayBan(_ other: String, _ userID: String) -> Bool {
        level(of: userID) >= ban && level(of: userID) > level(of: other)
    }

    /// Lifting a ban takes the power to ban as well as to remove.
    package func mayUnban(_ other: String, _ userID: String) -> Bool {
        level(of: userID) >= ban && mayRemove(other, userID)
    }

    /// Whether a person may give somebody so much power: no more than their own, and nobody else takes it from whoever has as much.
    package func mayGive(_ level: Int, to other: String, _ userID: String) -> Bool {
        let own = self.level(of: userID)
        guard maySet("m.room.power_levels", userID), level <= own, !creators.contains(other) else { return false }
        return other == userID || self.level(of: other) < own
    }

    /// Nobody removes somebody who has as much power.
    package func mayRemove(_ other: String, _ userID: String) -> Bool {
        level(of: userID) >= kick && level(of: userID) > level(of: other)
    }
}
