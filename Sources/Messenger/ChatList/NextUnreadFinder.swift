import Conversations

/// Finds the next chat or thread with unread messages, from several models.
@MainActor
struct NextUnreadFinder {
    enum Target: Hashable {
        case chat(String)
        case thread(String, chatID: String)
    }

    private let models: SessionModels

    init(_ models: SessionModels) {
        self.models = models
    }

    /// The next chat or thread to open: mentions in threads of the open chat, then unread chats, then unread threads.
    /// Refused lines in other chats and threads come last.
    var next: Target? {
        let open = models.chatList.openChatID
        if let open, let thread = models.waitingThreads(chatID: open).first(where: \.isMention) {
            return place(thread, open)
        }
        if let chatID = models.chatList.nextUnread { return .chat(chatID) }
        for chatID in [open].compactMap({ $0 }) + models.threads.chatIDs {
            if let thread = models.waitingThreads(chatID: chatID).first { return place(thread, chatID) }
        }
        return models.outbox.newestRefusal { models.chatList.chats[$0.chatID] != nil && !isSeen($0) }.map(place)
    }

    /// Whether a line is on screen. A line that changes something else, such as an edit, is shown in the chat and
    /// in its threads.
    private func isSeen(_ line: OutboxLine) -> Bool {
        line.chatID == models.chatList.openChatID
            && (line.purpose != .message || line.threadID == models.timeline.threadID)
    }

    private func place(_ line: OutboxLine) -> Target {
        line.threadID.map { .thread($0, chatID: line.chatID) } ?? .chat(line.chatID)
    }

    private func place(_ thread: UnreadThread, _ chatID: String) -> Target { .thread(thread.threadID, chatID: chatID) }
}
