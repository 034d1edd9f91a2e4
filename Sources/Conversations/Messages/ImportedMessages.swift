/// A batch of messages of one chat that are imported from a file.
package struct ImportedMessages: Hashable, Sendable {
    /// The identifier from ``Chat/importedID(of:)``.
    package let chatID: String
    /// The name of the chat in the file.
    package let name: String?
    package var members: [ChatMember] = []
    /// The messages in the order of the file. A change of a message comes after the message.
    package var messages: [Message] = []

    package init(chatID: String, name: String?) {
        self.chatID = chatID
        self.name = name
    }
}
