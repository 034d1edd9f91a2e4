/// How far a person has read in a chat or one of its threads, as a place in its timeline.
package struct ReadPlace: Hashable, Sendable {
    package let userID: String
    /// `nil` where this device doesn't have the message.
    package let position: Int64?
    /// The thread by the event with which it began; `nil` for the chat itself.
    package let threadID: String?

    package init(userID: String, position: Int64?, threadID: String? = nil) {
        self.threadID = threadID
        self.userID = userID
        self.position = position
    }
}
