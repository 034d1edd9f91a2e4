/// How far a person has read in a chat, as a place in its timeline.
package struct ReadPlace: Hashable, Sendable {
    package let userID: String
    /// `nil` where this device doesn't have the message.
    package let position: Int64?

    package init(userID: String, position: Int64?) {
        self.userID = userID
        self.position = position
    }
}
