/// What a slice changed in the store, with the values as they are now, so that nobody who shows them reads them again.
package struct AppliedSlice: Hashable, Sendable {
    /// The chats that changed.
    package var chats: [Chat]
    /// The messages that were new to this device, by chat, oldest first; none for one that was stored before.
    package var newMessages: [String: [PlacedMessage]]
    /// The messages that were here and look other than before, by chat, oldest first: edited, reacted to or removed. What
    /// quotes them is not among them for that alone.
    package var changedMessages: [String: [PlacedMessage]] = [:]
    /// Those of them that could not be read before.
    package var openedEventIDs: Set<String> = []
    /// The members that came, in order, by chat; of one who came twice the last is valid.
    package var changedMembers: [String: [ChatMember]] = [:]
    /// How far people have read, in order, by chat, where that is another than before.
    package var changedReadPlaces: [String: [ReadPlace]] = [:]
    /// The chats in whose threads the account has read more than before.
    package var chatsReadInThreads: Set<String> = []
    /// The outbox lines that the timeline now shows instead, by transaction identifier.
    package var echoedLines: [String]
    /// Lines that the timeline shows unreadably, as they are now: they go out once more as others, or stay refused.
    package var repeatedLines: [OutboxLine] = []
    /// All whom the account ignores, where that came.
    package var ignoredUserIDs: Set<String>?

    package init(chats: [Chat], newMessages: [String: [PlacedMessage]], echoedLines: [String]) {
        self.chats = chats
        self.newMessages = newMessages
        self.echoedLines = echoedLines
    }
}
