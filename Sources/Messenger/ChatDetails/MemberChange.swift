/// What is done to somebody in a chat.
package struct MemberChange: Hashable, Sendable {
    package enum Act: Hashable, Sendable {
        case remove
        /// Until the ban is lifted.
        case ban
        case unban
        /// Power of so many.
        case give(Int)
    }

    package let act: Act
    package let userID: String
    /// What all in the chat are told; empty for nothing.
    package let reason: String

    package init(_ act: Act, _ userID: String, reason: String = "") {
        self.act = act
        self.userID = userID
        self.reason = reason
    }
}

extension MemberChange.Act {
    /// What moderators have by custom (client-server API, "m.room.power_levels").
    package static let makeModerator = Self.give(50)
    package static let makeAdmin = Self.give(100)
}
