import Conversations
package import MatrixAPI

/// Translates sync responses from the wire format into the stored form.
package struct SyncTranslator: Sendable {
    /// The most events in a slice. A chat with more is split into pieces; only its members are never split.
    static let sliceSize = 250

    let userID: String
    /// See ``SyncSlice/leastActivity``; `nil` if the messages may be old.
    var leastActivity: Int64?

    /// - Parameter userID: the account's Matrix ID.
    package init(userID: String) {
        self.userID = userID
    }

    /// Splits a batch into slices. There is always at least one, and the last has the token.
    ///
    /// - Parameter now: milliseconds since 1970, for an invitation without a time.
    package func slices(of response: SyncResponse, now: Int64) -> SyncSlices {
        slices(of: response, DecryptedEvents(), now: now)
    }

    /// Splits a batch into groups of slices, each for one commit.
    package func groups(of response: SyncResponse, now: Int64) -> SyncSliceGroups {
        SyncSliceGroups(of: [response], DecryptedEvents(), by: self, now: now)
    }

    /// - Parameter opened: the encrypted events of the batch, decrypted if possible.
    func slices(of response: SyncResponse, _ opened: DecryptedEvents, now: Int64) -> SyncSlices {
        SyncSlices(self, response, opened, now: now)
    }

    /// Adds the account's data and the token to the last slice.
    func completed(_ slice: SyncSlice, _ response: SyncResponse) -> SyncSlice {
        var slice = slice
        slice.directChats = directChats(in: response)
        slice.notificationLevels = AccountSettings.notificationLevels(in: response.accountData)
        slice.ignoredUserIDs = AccountSettings.ignored(in: response.accountData)
        if response.isWhole {
            slice.directChats = slice.directChats ?? [:]
            slice.ignoredUserIDs = slice.ignoredUserIDs ?? []
            slice.allChatIDs = Set(
                [
                    response.joined.keys.map(\.self), response.invited.keys.map(\.self),
                    response.knocked.keys.map(\.self),
                ]
                .joined())
        }
        slice.token = response.nextBatch
        return slice
    }

    /// Returns the people who are typing, by chat, for chats where that changed.
    func typing(in response: SyncResponse) -> [(chatID: String, userIDs: [String])] {
        response.joined.compactMap { chatID, room in
            guard let event = room.ephemeral.last(where: { $0.type == "m.typing" }) else { return nil }
            return (chatID, event.content["user_ids"]?.identifiers ?? [])
        }
    }

    func change(
        chatID: String, _ room: JoinedRoom, of response: SyncResponse, _ opened: DecryptedEvents, now: Int64
    ) -> ChatChange {
        JoinedRoomTranslator(
            chatID: chatID, room: room, ownUserID: userID, isWhole: response.isWhole, opened: opened,
            arrivedAt: leastActivity == nil ? nil : now
        ).change
    }

    /// Returns the changes of chats that the account is invited to, knocked on or left.
    func otherChanges(in response: SyncResponse, _ opened: DecryptedEvents, now: Int64) -> [ChatChange] {
        response.invited.sorted { $0.key < $1.key }.map { invitation(chatID: $0, room: $1, now: now) }
            + response.knocked.sorted { $0.key < $1.key }.map { knock(chatID: $0, room: $1, now: now) }
            + response.left.sorted { $0.key < $1.key }.map { departure(chatID: $0, room: $1, opened) }
    }

    /// Returns the joined chats, newest first, so that those are the first on disk and on screen.
    func joined(in response: SyncResponse) -> [(key: String, value: JoinedRoom)] {
        let newest = response.joined.mapValues { $0.timeline.last?.timestamp ?? 0 }
        return response.joined.sorted { (newest[$1.key] ?? 0, $0.key) < (newest[$0.key] ?? 0, $1.key) }
    }

    private func invitation(chatID: String, room: InvitedRoom, now: Int64) -> ChatChange {
        var change = ChatChange(chatID: chatID, membership: .invited)
        change.applyState(room.state)
        let own = room.state.last { $0.type == "m.room.member" && $0.stateKey == userID }
        let inviter = own?.sender ?? ""
        let name = room.state.last { $0.type == "m.room.member" && $0.stateKey == inviter }?.content["displayname"]?
            .string
        change.inviter = .set(inviter.isEmpty ? nil : ChatPerson(userID: inviter, displayName: name))
        change.invitationReason = .set(own?.content["reason"]?.string)
        change.isDirectInvitation = .set(own?.content["is_direct"]?.bool ?? false)
        change.invitedAt = .set(own.map(\.timestamp).flatMap { $0 > 0 ? $0 : nil } ?? now)
        return change
    }

    private func knock(chatID: String, room: KnockedRoom, now: Int64) -> ChatChange {
        var change = ChatChange(chatID: chatID, membership: .knocked)
        change.applyState(room.state)
        let own = room.state.last { $0.type == "m.room.member" && $0.stateKey == userID }
        change.invitedAt = .set(own.map(\.timestamp).flatMap { $0 > 0 ? $0 : nil } ?? now)
        return change
    }

    private func departure(chatID: String, room: LeftRoom, _ opened: DecryptedEvents) -> ChatChange {
        var change = ChatChange(chatID: chatID, membership: .left)
        change.applyState(room.state + room.timeline.filter { $0.stateKey != nil })
        let messages = room.timeline.map { opened.message(from: $0, chatID: chatID) }
        if !messages.isEmpty {
            change.timeline = .init(messages: messages, isLimited: room.isLimited, previousBatch: room.previousBatch)
        }
        return change
    }

    func contactSlices(in response: SyncResponse) -> [SyncSlice] {
        let contacts = ContactContent.changes(in: response.accountData)
        return stride(from: 0, to: contacts.count, by: SyncTranslator.sliceSize).map { start in
            var slice = SyncSlice(changes: [])
            slice.contacts = Array(contacts[start..<min(start + SyncTranslator.sliceSize, contacts.count)])
            return slice
        }
    }

    private func directChats(in response: SyncResponse) -> [String: [String]]? {
        guard let event = response.accountData.last(where: { $0.type == "m.direct" }) else { return nil }
        return event.content.namedMembers.mapValues { $0.identifiers ?? [] }
    }
}
