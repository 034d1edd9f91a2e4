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
