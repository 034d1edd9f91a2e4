package import Conversations
import GRDB

/// Recounts unread messages in encrypted chats, whose contents the server can't read. It sees no mentions there, and
/// counts each reaction and each edit as a message.
package struct UnreadRecount: Sendable {
    private let userID: String
    private let count: @Sendable (UnreadMessages, Chat) -> (notification: Int, highlight: Int)

    /// - Parameters:
    ///   - userID: the account's Matrix ID.
    ///   - count: returns the counts of a chat with these unread messages.
    package init(
        userID: String, count: @escaping @Sendable (UnreadMessages, Chat) -> (notification: Int, highlight: Int)
    ) {
        (self.userID, self.count) = (userID, count)
    }

    /// Recounts a chat, within the transaction that changed it.
    func update(_ chat: inout Chat, _ db: Database) throws {
        guard chat.mayHaveUnread else { return }
        let unread = try MessageReader(db: db)
            .unreadWords(chatID: chat.id, userID: userID, counted: chat.notificationCount)
        let (notification, highlight) = count(unread, chat)
        guard (notification, highlight) != (chat.notificationCount, chat.highlightCount) else { return }
        (chat.notificationCount, chat.highlightCount) = (notification, highlight)
        try ChatRow.setCounts(chatID: chat.id, notification: notification, highlight: highlight, db)
    }
}

extension Chat {
    /// Whether unread messages are possible. On level mentions the server counts nothing, so its counts
    /// can't exclude any.
    fileprivate var mayHaveUnread: Bool {
        guard isEncrypted, membership == .joined else { return false }
        return notificationCount > 0 || highlightCount > 0 || notificationLevel == .mentions
    }
}
