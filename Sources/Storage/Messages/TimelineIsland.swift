package import Conversations

/// Messages from the midst of what may be missing, as a server gives them around one.
package struct TimelineIsland: Sendable {
    /// Oldest first.
    package var messages: [Message]
    /// The one around which they are.
    package let eventID: String
    /// Asks for what is before them; `nil` where nothing is.
    package let olderToken: String?
    /// Asks for what is after them; `nil` where nobody knows.
    package let newerToken: String?

    package init(messages: [Message], around eventID: String, olderToken: String?, newerToken: String?) {
        self.messages = messages
        self.eventID = eventID
        self.olderToken = olderToken
        self.newerToken = newerToken
    }
}
