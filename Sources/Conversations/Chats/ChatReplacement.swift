/// The chat that replaces an upgraded one (`m.room.tombstone`). The ``Chat/predecessorID`` of the new chat says
/// whether it confirms this.
package struct ChatReplacement: Hashable, Sendable {
    package let chatID: String
    /// A server that takes part in the new chat: the server of the person who ended the old one.
    package let server: String?

    package init(chatID: String, server: String?) {
        self.chatID = chatID
        self.server = server
    }
}
