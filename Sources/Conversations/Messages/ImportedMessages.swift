/// Some of what a file tells of a chat, one after the other.
package struct ImportedMessages: Hashable, Sendable {
    /// As ``Chat/importedID(of:)`` has it.
    package let chatID: String
    /// What the chat was called.
    package let name: String?
    package var members: [ChatMember] = []
    /// In the order of the file; what is about a message behind it.
    package var messages: [Message] = []

    package init(chatID: String, name: String?) {
        self.chatID = chatID
        self.name = name
    }
}
