/// The permissions in a chat (client-server API, `m.room.power_levels`).
package struct ChatPower: Hashable, Sendable {
    /// The creators of the chat if its version gives them more power than everybody else (room version 12).
    package var creators: Set<String> = []
    package var users: [String: Int] = [:]
    /// The level required to notify everybody (`@room`).
    package var notifyRoom = 50
    package var usersDefault = 0
    /// The required level by event type, for types with a requirement of their own.
    package var events: [String: Int] = [:]
    package var eventsDefault = 0
    package var stateDefault = 50
    package var invite = 0
    package var kick = 50
    package var ban = 50
    package var redact = 50

    package init() {}

    /// Returns the power level of a person. Creators outrank every number.
    package func level(of userID: String) -> Int {
        creators.contains(userID) ? .max : users[userID] ?? usersDefault
    }

    /// Whether a person may set a state event, such as the chat's name.
    package func maySet(_ type: String, _ userID: String) -> Bool {
        level(of: userID) >= events[type] ?? stateDefault
    }

    /// Whether an `@room` mention by this person notifies everybody.
    package func mayNotifyRoom(_ userID: String) -> Bool { level(of: userID) >= notifyRoom }

    /// Whether a person may send an event that is not a state event, such as a message.
    package func maySend(_ type: String, _ userID: String) -> Bool {
        level(of: userID) >= events[type] ?? eventsDefault
    }

    /// Whether a person may redact the messages of others.
    package func mayRedactOthers(_ userID: String) -> Bool {
        level(of: userID) >= redact && maySend("m.room.redaction", userID)
    }

    package func mayInvite(_ userID: String) -> Bool { level(of: userID) >= invite }

    /// Whether a person may ban somebody. Banning requires more power than the other person has.
    package func mayBan(_ other: String, _ userID: String) -> Bool {
        level(of: userID) >= ban && level(of: userID) > level(of: other)
    }

    /// Whether a person may lift a ban. This requires the power to ban and the power to remove.
    package func mayUnban(_ other: String, _ userID: String) -> Bool {
        level(of: userID) >= ban && mayRemove(other, userID)
    }

    /// Whether a person may give somebody a power level. The level must not exceed their own, and the current level of
    /// somebody else must be lower than their own. The level of a creator can't be changed.
    package func mayGive(_ level: Int, to other: String, _ userID: String) -> Bool {
        let own = self.level(of: userID)
        guard maySet("m.room.power_levels", userID), level <= own, !creators.contains(other) else { return false }
        return other == userID || self.level(of: other) < own
    }

    /// Whether a person may remove somebody. Removing requires more power than the other person has.
    package func mayRemove(_ other: String, _ userID: String) -> Bool {
        level(of: userID) >= kick && level(of: userID) > level(of: other)
    }
}
