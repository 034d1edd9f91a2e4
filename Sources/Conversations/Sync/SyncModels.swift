/// The changes that a slice made in the store, with the new values, so that views don't have to read them again.
package struct AppliedSlice: Hashable, Sendable {
    /// The chats that changed.
    package var chats: [Chat]
    /// The messages that were new to this device, by chat, oldest first. Messages that were stored before are not
    /// included.
    package var newMessages: [String: [PlacedMessage]]
    /// The stored messages that were edited, reacted to or removed, by chat, oldest first. Messages that only quote
    /// them are not included.
    package var changedMessages: [String: [PlacedMessage]] = [:]
    /// The changed messages that could not be decrypted before.
    package var openedEventIDs: Set<String> = []
    /// The received members in order, by chat. If a member occurs twice, the last entry is valid.
    package var changedMembers: [String: [ChatMember]] = [:]
    /// The read positions of people that changed, in order, by chat.
    package var changedReadPlaces: [String: [ReadPosition]] = [:]
    /// The chats with threads in which the account's read position advanced.
    package var chatsReadInThreads: Set<String> = []
    /// The outbox lines that the timeline now shows as messages, by transaction identifier.
    package var echoedLines: [String]
    /// Lines whose echoes in the timeline can't be decrypted, in their new state. They are sent again as new lines,
    /// or stay failed.
    package var repeatedLines: [OutboxLine] = []
    /// All people whom the account ignores, if the slice has that list.
    package var ignoredUserIDs: Set<String>?

    package init(chats: [Chat], newMessages: [String: [PlacedMessage]], echoedLines: [String]) {
        self.chats = chats
        self.newMessages = newMessages
        self.echoedLines = echoedLines
    }
}

/// A part of a chat's history to request again. The server withholds messages of an ignored person, so messages sent
/// while somebody was ignored may be missing there.
package struct MissedHistoryPart: Hashable, Sendable {
    package let chatID: String
    /// The time at which the person was ignored, in milliseconds since 1970; 0 if that was before this device's first
    /// sync.
    package let since: Int64
    /// The token that requests the messages before those received so far; `nil` if none were received yet.
    package let token: String?
    /// The event that follows the missing part.
    package let nextEventID: String?

    package init(chatID: String, since: Int64, token: String?, nextEventID: String?) {
        self.chatID = chatID
        self.since = since
        self.token = token
        self.nextEventID = nextEventID
    }
}

/// A part of a sync batch that is committed in one transaction.
package struct SyncSlice: Hashable, Sendable {
    package var changes: [ChatChange]
    /// The chats of the whole batch that are encrypted now; set in the first slice only. It keeps lines from being
    /// sent in clear while the rest of the batch is applied.
    package var encryptedChatIDs: Set<String> = []
    /// The account's Matrix ID; set in the batch's first slice only. It keeps the account's own name out of the names
    /// of chats.
    package var ownUserID: String?
    /// A lower bound for the activity time of chats with messages in this slice, in milliseconds since 1970. It
    /// corrects the time of messages from a server whose clock is slow. It is `nil` if the messages may be old.
    package var leastActivity: Int64?
    /// All direct chats by Matrix ID, if the account's `m.direct` came with this batch.
    package var directChats: [String: [String]]?
    /// Contacts of the account that were changed or deleted.
    package var contacts: [ContactChange] = []
    /// The notification level of each chat that is not at `all`, if the push rules came with this batch.
    package var notificationLevels: [String: NotificationLevel]?
    /// The Matrix IDs of all ignored people, if that list came with this batch.
    package var ignoredUserIDs: Set<String>?
    /// All chats that exist, if the batch is a complete one; set in the last slice only.
    package var allChatIDs: Set<String>?
    /// The batch's `next_batch`; set in the last slice only.
    package var token: String?

    package init(changes: [ChatChange], directChats: [String: [String]]? = nil, token: String? = nil) {
        self.changes = changes
        self.directChats = directChats
        self.token = token
    }

    /// The approximate number of events.
    package var weight: Int { changes.reduce(contacts.count) { $0 + $1.weight } }

    /// Whether a timeline in it has a gap before its messages.
    package var leavesGap: Bool { changes.contains { $0.timeline?.isLimited == true } }
}
