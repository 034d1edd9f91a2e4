package import Conversations
package import MatrixAPI

/// From what a sync says on the wire to what is kept.
package struct SyncTranslator: Sendable {
    /// How many events a slice has at most. A chat with more is cut into pieces; only its members are never divided.
    static let sliceSize = 500

    let userID: String

    /// - Parameter userID: the account's Matrix ID.
    package init(userID: String) {
        self.userID = userID
    }

    /// The batch in slices; the last has the token, and there is always one.
    ///
    /// - Parameter now: milliseconds since 1970, for an invitation that doesn't say when it came.
    package func slices(of response: SyncResponse, now: Int64) -> [SyncSlice] {
        var slices: [SyncSlice] = []
        var current = SyncSlice(changes: [])
        var size = 0
        let pieces = changes(of: response, now: now).flatMap { $0.pieces(of: SyncTranslator.sliceSize) }
        for change in pieces {
            let weight = 1 + (change.timeline?.messages.count ?? 0) + change.members.count
            if size > 0, size + weight > SyncTranslator.sliceSize {
                slices.append(current)
                current = SyncSlice(changes: [])
                size = 0
            }
            current.changes.append(change)
            size += weight
        }
        current.directChats = directChats(in: response)
        current.notificationLevels = AccountSettings.notificationLevels(in: response.accountData)
        current.ignoredUserIDs = AccountSettings.ignored(in: response.accountData)
        if response.isWhole {
            current.directChats = current.directChats ?? [:]
            current.ignoredUserIDs = current.ignoredUserIDs ?? []
            current.allChatIDs = Set([response.joined.keys.map(\.self), response.invited.keys.map(\.self)].joined())
        }
        current.token = response.nextBatch
        var all = slices + contactSlices(in: response) + [current]
        all[0].encryptedChatIDs = Set(response.joined.filter(\.value.saysEncryption).keys)
        return all
    }

    /// Who types now, by chat, in chats where that changed.
    func typing(in response: SyncResponse) -> [(chatID: String, userIDs: [String])] {
        response.joined.compactMap { chatID, room in
            guard let event = room.ephemeral.last(where: { $0.type == "m.typing" }) else { return nil }
            return (chatID, event.content["user_ids"]?.identifiers ?? [])
        }
    }

    private func changes(of response: SyncResponse, now: Int64) -> [ChatChange] {
        joined(in: response).map { chatID, room in
            JoinedRoomTranslator(chatID: chatID, room: room, isWhole: response.isWhole).change
        }
            + response.invited.sorted { $0.key < $1.key }.map { invitation(chatID: $0, room: $1, now: now) }
            + response.left.sorted { $0.key < $1.key }.map { departure(chatID: $0, room: $1) }
    }

    /// Of many chats that come at once the newest are the first on disk and on screen.
    private func joined(in response: SyncResponse) -> [(key: String, value: JoinedRoom)] {
        let newest = response.joined.mapValues { $0.timeline.last?.timestamp ?? 0 }
        return response.joined.sorted { (newest[$1.key] ?? 0, $0.key) < (newest[$0.key] ?? 0, $1.key) }
    }

    private func invitation(chatID: String, room: InvitedRoom, now: Int64) -> ChatChange {
        var change = ChatChange(chatID: chatID, membership: .invited)
        change.takeState(room.state)
        let own = room.state.last { $0.type == "m.room.member" && $0.stateKey == userID }
        let inviter = own?.sender ?? ""
        let name = room.state.last { $0.type == "m.room.member" && $0.stateKey == inviter }?.content["displayname"]?
            .string
        change.inviter = .set(inviter.isEmpty ? nil : ChatPerson(userID: inviter, displayName: name))
        change.isDirectInvitation = .set(own?.content["is_direct"]?.bool ?? false)
        change.invitedAt = .set(own.map(\.timestamp).flatMap { $0 > 0 ? $0 : nil } ?? now)
        return change
    }

    private func departure(chatID: String, room: LeftRoom) -> ChatChange {
        var change = ChatChange(chatID: chatID, membership: .left)
        change.takeState(room.state + room.timeline.filter { $0.stateKey != nil })
        let messages = room.timeline.map(MessageDecoder.message(from:))
        if !messages.isEmpty {
            change.timeline = .init(messages: messages, isLimited: room.isLimited, previousBatch: room.previousBatch)
        }
        return change
    }

    private func contactSlices(in response: SyncResponse) -> [SyncSlice] {
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
