/// All information that this device has about the history of one message.
package struct MessageStory: Hashable, Sendable {
    /// The message in its current state.
    package let message: Message
    /// All versions of the content, oldest first; empty if the message was removed.
    package let versions: [MessageVersion]
    /// The history of sending it, if it was sent from this device.
    package let line: LineStory?
    /// The people who read this message or a later one, with the time of their receipt, earliest first.
    package let readers: [ReadReceipt]

    package init(message: Message, versions: [MessageVersion], line: LineStory?, readers: [ReadReceipt]) {
        self.message = message
        self.versions = versions
        self.line = line
        self.readers = readers
    }
}
