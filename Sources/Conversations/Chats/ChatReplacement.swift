/// Where a chat goes on that was ended for it (`m.room.tombstone`). Whether the other one agrees its ``Chat/predecessorID`` says.
package struct ChatReplacement: Hashable, Sendable {
    package let chatID: String
    /// A server that is in it: that of who ended the chat.
    package let server: String?

    package init(chatID: String, server: String?) {
        self.chatID = chatID
        self.server = server
    }
}
