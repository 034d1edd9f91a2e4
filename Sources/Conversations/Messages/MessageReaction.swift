/// One sign under a message, and who gave it (`m.reaction`; client-server API, "Event annotations and reactions").
package struct MessageReaction: Hashable, Sendable {
    package struct Giver: Hashable, Sendable {
        /// The Matrix ID.
        package let userID: String
        /// The reaction itself, which is redacted to take it back.
        package let eventID: String

        package init(userID: String, eventID: String) {
            self.userID = userID
            self.eventID = eventID
        }
    }

    /// Most often an emoji, but any text from outside.
    package let key: String
    /// Everybody once, the first first; never empty.
    package var givers: [Giver]

    package init(key: String, givers: [Giver]) {
        self.key = key
        self.givers = givers
    }

    package var count: Int { givers.count }

    /// The reaction of one person, `nil` where they gave none.
    package func eventID(of userID: String) -> String? {
        givers.first { $0.userID == userID }?.eventID
    }
}
