import Conversations

extension ChatChange {
    /// The change with texts that the database can store without loss.
    var storable: ChatChange {
        var change = ChatChange(chatID: chatID.storable, membership: membership)
        change.givenName = givenName.map { $0?.storable }
        change.canonicalAlias = canonicalAlias.map { $0?.storable }
        change.topic = topic.map { $0?.storable }
        change.isEncrypted = isEncrypted
        change.encryptionSettings = encryptionSettings.map(\.storable)
        change.historyVisibility = historyVisibility.map(\.storable)
        change.heroes = heroes.map { $0.map(\.storable) }
        change.joinedCount = joinedCount
        change.invitedCount = invitedCount
        change.inviter = inviter.map { person in
            person.map { ChatPerson(userID: $0.userID.storable, displayName: $0.displayName?.storable) }
        }
        change.invitationReason = invitationReason.map { $0?.storable }
        change.isDirectInvitation = isDirectInvitation
        change.invitedAt = invitedAt
        change.notificationCount = notificationCount
        change.highlightCount = highlightCount
        change.fullyReadEventID = fullyReadEventID.map(\.storable)
        change.tags = tags
        change.isMarkedUnread = isMarkedUnread
        change.powerLevels = powerLevels.map(\.storable)
        change.creation = creation.map { Creation(content: $0.content.storable, creator: $0.creator?.storable) }
        change.replacement = replacement.map { place in
            place.map { ChatReplacement(chatID: $0.chatID.storable, server: $0.server?.storable) }
        }
        change.predecessorID = predecessorID.map { $0?.storable }
        change.isSpace = isSpace
        change.spaceChildren = spaceChildren.map {
            SpaceChild(
                chatID: $0.chatID.storable, order: $0.order?.storable, addedAt: $0.addedAt,
                servers: $0.servers.map(\.storable))
        }
        change.members = members.map(\.storable)
        change.receipts = receipts.map {
            ReadReceipt(
                userID: $0.userID.storable, eventID: $0.eventID.storable, timestamp: $0.timestamp,
                threadID: $0.threadID?.storable)
        }
        change.threadReads = threadReads.map {
            ThreadRead(threadID: $0.threadID.storable, eventID: $0.eventID.storable)
        }
        change.allThreadsRead = allThreadsRead.map(\.storable)
        change.timeline = timeline.map { $0.isStorable ? $0 : $0.map({ $0.storable }, eventID: { $0.storable }) }
        return change
    }
}

extension ChatChange.Timeline {
    /// Whether no text has to be changed; this is the usual case, in which nothing is copied.
    fileprivate var isStorable: Bool {
        messages.allSatisfy { $0.isStorable } && precedingEventID?.isStorable != false
            && followingEventIDs.allSatisfy { $0.isStorable }
    }
}

extension ChatChange.Setting {
    fileprivate func map(_ transform: (Value) -> Value) -> Self {
        switch self {
        case .unchanged: .unchanged
        case .set(let value): .set(transform(value))
        }
    }
}
