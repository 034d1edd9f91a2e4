import MatrixAPI
package import MatrixClient

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

extension HomeserverClient {
    /// Performs a moderation action.
    ///
    /// - Parameter ownUserID: the account that requests the change.
    package func perform(
        _ change: MemberChange, chatID: String, ownUserID: String
    ) async throws(MatrixClientError) {
        let (userID, reason) = (change.userID, change.reason)
        switch change.act {
        case .remove: try await kick(userID: userID, roomID: chatID, reason: reason)
        case .ban: try await ban(userID: userID, roomID: chatID, reason: reason)
        case .unban: try await unban(userID: userID, roomID: chatID, reason: reason)
        case .give(let level): try await give(level, to: userID, chatID: chatID, ownUserID: ownUserID)
        }
    }

    /// Sets the power level of a member. All other levels stay as the server has them now.
    private func give(
        _ level: Int, to userID: String, chatID: String, ownUserID: String
    ) async throws(MatrixClientError) {
        let type = "m.room.power_levels"
        // Without the event, the creator of the chat has level 100 and is the only one who may write it.
        var content = try await stateContent(roomID: chatID, type: type) ?? ["users": [ownUserID: 100]]
        var users = content["users"]?.isObject == true ? content["users"] ?? .emptyObject : .emptyObject
        let usual = content["users_default"]?.wholeNumber ?? 0
        users[userID] = Int64(level) == usual ? nil : .integer(Int64(level))
        content["users"] = users
        _ = try await setState(roomID: chatID, type: type, content: content)
    }
}
