/// What this device knows of threads, in one chat or in all.
package struct KnownThreads: Hashable, Sendable {
    /// The chats that have any.
    package let chatIDs: Set<String>
    /// Those in which something is new to the account, by chat, the one with the oldest of that first.
    package let unread: [String: [UnreadThread]]

    package init(chatIDs: Set<String>, unread: [String: [UnreadThread]]) {
        self.chatIDs = chatIDs
        self.unread = unread
    }
}
