package import Conversations

/// Messages from within a possible gap, which the server returns around an event.
package struct TimelineIsland: Sendable {
    /// Oldest first.
    package var messages: [Message]
    /// The event around which they were requested.
    package let eventID: String
    /// The token that requests the messages before them; `nil` if there are none.
    package let olderToken: String?
    /// The token that requests the messages after them; `nil` if it is unknown.
    package let newerToken: String?

    package init(messages: [Message], around eventID: String, olderToken: String?, newerToken: String?) {
        self.messages = messages
        self.eventID = eventID
        self.olderToken = olderToken
        self.newerToken = newerToken
    }
}

/// The messages of others in a chat after the account's read position, as far as this device has them.
package struct UnreadMessages: Hashable, Sendable {
    /// The maximum number of messages per chat.
    static let limit = 1_000

    /// The number of messages, at most ``limit``.
    package let count: Int
    /// The messages among them that may mention the account, newest first. Those that state that they mention nobody
    /// are left out.
    package let mentioning: [Message]
    /// Whether ``count`` is the number of all unread messages.
    package let isWhole: Bool
    /// The account's display name in the chat.
    package let ownName: String?
}
