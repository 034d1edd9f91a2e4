/// The threads that this device knows, in one chat or in all.
package struct KnownThreads: Hashable, Sendable {
    /// The chats that have threads.
    package let chatIDs: Set<String>
    /// The threads with unread messages, by chat. The thread with the oldest unread message comes first.
    package let unread: [String: [UnreadThread]]

    package init(chatIDs: Set<String>, unread: [String: [UnreadThread]]) {
        self.chatIDs = chatIDs
        self.unread = unread
    }
}
