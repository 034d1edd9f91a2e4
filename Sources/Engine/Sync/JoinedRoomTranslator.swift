import Conversations
import MatrixAPI

/// Translates the part of a sync about a joined room.
struct JoinedRoomTranslator {
    let chatID: String
    let room: JoinedRoom
    let ownUserID: String
    /// Whether the sync is complete, so that missing parts mean the default rather than no change.
    var isWhole = false
    var opened = DecryptedEvents()
    /// The time for messages without a timestamp, in milliseconds since 1970; `nil` if the messages may be old.
    var arrivedAt: Int64?

    var change: ChatChange {
        var change = ChatChange(chatID: chatID, membership: .joined)
        change.applyState(room.state + room.timeline.filter { $0.stateKey != nil })
        if room.saysEncryption { change.isEncrypted = .set(true) }
        change.inviter = .set(nil)
        change.isDirectInvitation = .set(false)
        if let heroes = room.heroes { change.heroes = .set(heroes) }
        if let count = room.joinedMemberCount { change.joinedCount = .set(count) }
        if let count = room.invitedMemberCount { change.invitedCount = .set(count) }
        if let count = room.notificationCount { change.notificationCount = .set(count) }
        if let count = room.highlightCount { change.highlightCount = .set(count) }
        if let marker = room.accountData.last(where: { $0.type == "m.fully_read" })?.content["event_id"]?.identifier {
            change.fullyReadEventID = .set(marker)
        }
        if let tags = room.accountData.last(where: { $0.type == "m.tag" }) {
            change.tags = .set(AccountSettings.tags(in: tags.content))
        } else if isWhole {
            change.tags = .set(ChatTags())
        }
        if let isMarked = AccountSettings.isMarkedUnread(room.accountData) ?? (isWhole ? false : nil) {
            change.isMarkedUnread = .set(isMarked)
        }
        change.receipts = room.ephemeral.filter { $0.type == "m.receipt" }.flatMap { receipts(in: $0) }
        change.allThreadsRead = room.ephemeral.filter { $0.type == "m.receipt" }.flatMap { allThreadsRead(in: $0) }
        change.threadReads = room.ephemeral.filter { $0.type == "m.receipt" }.flatMap { threadReads(in: $0) }
        let messages = room.timeline.map { event in
            var message = opened.message(from: event, chatID: chatID)
            if message.timestamp == 0, let arrivedAt { message.timestamp = arrivedAt }
            return message
        }
        if !messages.isEmpty || room.isLimited {
            change.timeline = .init(messages: messages, isLimited: room.isLimited, previousBatch: room.previousBatch)
        }
        // An own message in a thread means that the thread is read up to it.
        change.threadReads += messages.filter { $0.sender == ownUserID }.compactMap { message in
            message.threadID.map { ThreadRead(threadID: $0, eventID: message.eventID) }
        }
        return change
    }

    /// Returns the account's read receipts in threads (client-server API, "Threaded read receipts").
    private func threadReads(in event: MatrixEvent) -> [ThreadRead] {
        event.content.namedMembers.flatMap { eventID, kinds in
            ["m.read", "m.read.private"].compactMap { kind in
                let receipt = kinds[kind]?[ownUserID]
                guard let thread = receipt?["thread_id"]?.identifier, thread != "main" else { return nil }
                return ThreadRead(threadID: thread, eventID: eventID)
            }
        }
    }

    /// Returns the account's receipts without a thread, which cover the main timeline and all threads (client-server
    /// API, "Unthreaded read receipts").
    private func allThreadsRead(in event: MatrixEvent) -> [String] {
        event.content.namedMembers.compactMap { eventID, kinds in
            let isRead = ["m.read", "m.read.private"].contains { kind in
                kinds[kind]?[ownUserID].map { $0["thread_id"] == nil } ?? false
            }
            return isRead ? eventID : nil
        }
    }

    /// Returns public and private receipts (client-server API, "Receipts"), including receipts of others in threads.
    private func receipts(in event: MatrixEvent) -> [ReadReceipt] {
        event.content.namedMembers.flatMap { eventID, kinds in
            ["m.read", "m.read.private"].flatMap { kind in
                (kinds[kind]?.namedMembers ?? [:]).compactMap { userID, receipt in
                    let named = receipt["thread_id"]
                    let threadID = named?.string == "main" ? nil : named
                    guard threadID == nil || threadID?.identifier != nil && userID != ownUserID else { return nil }
                    return ReadReceipt(
                        userID: userID, eventID: eventID, timestamp: receipt["ts"]?.time ?? 0,
                        threadID: threadID?.identifier)
                }
            }
        }
    }
}
