/// A moderation action on a member of a chat.
package struct MemberChange: Hashable, Sendable {
    package enum Act: Hashable, Sendable {
        case remove
        /// Bans the member until the ban is lifted.
        case ban
        case unban
        /// Sets the power level.
        case give(Int)
    }

    package let act: Act
    package let userID: String
    /// The reason that all members can read; empty for none.
    package let reason: String

    package init(_ act: Act, _ userID: String, reason: String = "") {
        self.act = act
        self.userID = userID
        self.reason = reason
    }
}

extension MemberChange.Act {
    /// The usual level of moderators (client-server API, "m.room.power_levels").
    package static let makeModerator = Self.give(50)
    package static let makeAdmin = Self.give(100)
}
