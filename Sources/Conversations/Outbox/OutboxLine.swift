/// A line that a person sent and that the chat's timeline doesn't show yet.
package struct OutboxLine: Hashable, Sendable, Identifiable {
    package enum State: Hashable, Sendable {
        /// Waits for its turn or for the network.
        case queued
        /// The server has it as this event; its echo has not come yet.
        case sent(eventID: String)
        /// Refused for good, with the reason in words. It is not tried again by itself.
        case failed(reason: String)
    }

    /// The transaction identifier: made once, kept over every retry.
    package let id: String
    package let chatID: String
    /// The event type, as in `m.room.message`.
    package let type: String
    /// What was typed, to be shown.
    package let body: String
    /// Whether it is a `/me` line.
    package let isEmote: Bool
    /// The event's content as JSON.
    package let content: String
    /// Milliseconds since 1970.
    package let acceptedAt: Int64
    package var state: State

    package init(
        id: String, chatID: String, type: String, body: String, isEmote: Bool, content: String, acceptedAt: Int64,
        state: State
    ) {
        self.id = id
        self.chatID = chatID
        self.type = type
        self.body = body
        self.isEmote = isEmote
        self.content = content
        self.acceptedAt = acceptedAt
        self.state = state
    }
}
