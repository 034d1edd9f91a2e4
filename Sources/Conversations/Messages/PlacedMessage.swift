/// A message and its position in its chat's timeline.
package struct PlacedMessage: Hashable, Sendable {
    package let message: Message
    /// A number that orders the messages of one chat and has no other meaning.
    package let position: Int64

    package init(message: Message, position: Int64) {
        self.message = message
        self.position = position
    }
}
