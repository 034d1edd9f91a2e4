/// The read position of a person in a chat or in one of its threads.
package struct ReadPlace: Hashable, Sendable {
    package let userID: String
    /// The position in the timeline; `nil` if this device doesn't have the message.
    package let position: Int64?
    /// The root event of the thread; `nil` for the chat itself.
    package let threadID: String?

    package init(userID: String, position: Int64?, threadID: String? = nil) {
        self.threadID = threadID
        self.userID = userID
        self.position = position
    }
}
