import Conversations
import Storage

/// Recounts unread messages in encrypted chats, whose contents the server can't read. It sees no mentions there, and
/// counts each reaction and each edit as a message.
struct UnreadRecount: Sendable {
    let messages: MessageStore
    let chats: ChatStore
    let userID: String

    /// Recounts the encrypted chats of a slice, and stores the new counts.
    ///
    /// - Returns: the slice with the new counts.
    func count(in applied: AppliedSlice) async throws(StorageError) -> AppliedSlice {
        let asked = applied.chats.filter(\.mayHaveUnread)
        guard !asked.isEmpty else { return applied }
        let unread = try await messages.unreadWords(in: asked, userID: userID)
        var applied = applied
        for index in applied.chats.indices {
            let chat = applied.chats[index]
            guard let words = unread[chat.id] else { continue }
            let counted = count(words, in: chat)
            guard counted != chat else { continue }
            applied.chats[index] = counted
            try await chats.setCounts(
                chatID: chat.id, notification: counted.notificationCount, highlight: counted.highlightCount)
        }
        return applied
    }

    private func count(_ words: UnreadMessages, in chat: Chat) -> Chat {
        let check = MentionCheck(
            ownUserID: userID, displayName: words.ownName, power: PowerDecoder.power(chat.powerSource))
        var chat = chat
        chat.highlightCount = words.mentioning.count(where: check.isCalled)
        if words.isWhole { chat.notificationCount = min(chat.notificationCount, words.count) }
        return chat
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
