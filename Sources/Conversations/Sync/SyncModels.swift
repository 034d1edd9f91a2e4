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
    /// The events among them that could not be decrypted before.
    package var openedEventIDs: Set<String> = []
    /// The received members in order, by chat. If a member occurs twice, the last entry is valid.
    package var changedMembers: [String: [ChatMember]] = [:]
    /// The read positions of people that changed, in order, by chat.
    package var changedReadPlaces: [String: [ReadPlace]] = [:]
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
package struct UnheardPart: Hashable, Sendable {
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
