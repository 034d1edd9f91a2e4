/// A reaction to a message, and the people who sent it (`m.reaction`; client-server API, "Event annotations and
/// reactions").
package struct MessageReaction: Hashable, Sendable {
    package struct Giver: Hashable, Sendable {
        /// The Matrix ID.
        package let userID: String
        /// The reaction event, which is redacted to remove the reaction.
        package let eventID: String

        package init(userID: String, eventID: String) {
            self.userID = userID
            self.eventID = eventID
        }
    }

    /// The reaction key: usually an emoji, but any untrusted text.
    package let key: String
    /// The senders, each once and in the order of their reactions; never empty.
    package var givers: [Giver]

    package init(key: String, givers: [Giver]) {
        self.key = key
        self.givers = givers
    }

    package var count: Int { givers.count }

    /// Returns the reaction event of one person; `nil` if they did not react.
    package func eventID(of userID: String) -> String? {
        givers.first { $0.userID == userID }?.eventID
    }
}
