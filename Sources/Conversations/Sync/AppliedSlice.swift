/// What a slice changed in the store, for whoever shows it.
package struct AppliedSlice: Hashable, Sendable {
    /// The chats that changed, as they are now.
    package var chats: [Chat]
    /// The messages that were new to this device, by chat, oldest first; none for one that was stored before.
    package var newMessages: [String: [PlacedMessage]]
    /// The chats in which messages look other than they came: edited, reacted to, removed, or with what they answer. They
    /// are to be read anew.
    package var chatsWithChangedMessages: Set<String>
    /// The chats in which who is there, or how far they have read, may be another.
    package var chatsWithChangedPeople: Set<String> = []
    /// The members that came, by chat.
    package var changedMembers: [String: [ChatMember]] = [:]
    /// The outbox lines that the timeline now shows instead, by transaction identifier.
    package var echoedLines: [String]
    /// All whom the account ignores, where that came.
    package var ignoredUserIDs: Set<String>?

    package init(
        chats: [Chat], newMessages: [String: [PlacedMessage]], chatsWithChangedMessages: Set<String> = [],
        echoedLines: [String]
    ) {
        self.chats = chats
        self.newMessages = newMessages
        self.chatsWithChangedMessages = chatsWithChangedMessages
        self.echoedLines = echoedLines
    }
}
