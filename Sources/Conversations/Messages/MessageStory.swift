/// All that this device knows of how one message came about.
package struct MessageStory: Hashable, Sendable {
    /// As it stands now.
    package let message: Message
    /// All wordings, the first first; empty where it was removed.
    package let versions: [MessageVersion]
    /// How it was sent, where that was from this device.
    package let line: LineStory?
    /// Who has read as far as this message or further, and when they read there; the first first.
    package let readers: [ReadReceipt]

    package init(message: Message, versions: [MessageVersion], line: LineStory?, readers: [ReadReceipt]) {
        self.message = message
        self.versions = versions
        self.line = line
        self.readers = readers
    }
}
