/// A message and its place in its chat's timeline.
package struct PlacedMessage: Hashable, Sendable {
    package let message: Message
    /// Orders the messages of one chat; says nothing else.
    package let position: Int64

    package init(message: Message, position: Int64) {
        self.message = message
        self.position = position
    }
}
