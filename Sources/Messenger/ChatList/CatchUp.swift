import Conversations

/// Where to go next to catch up, of what several models know.
@MainActor
struct CatchUp {
    enum Place: Hashable {
        case chat(String)
        case thread(String, chatID: String)
    }

    private let models: SessionModels

    init(_ models: SessionModels) {
        self.models = models
    }

    /// What calls the person in a thread of the open chat, what is unread in chats, then in threads, then what was sent to another
    /// place and refused.
    var next: Place? {
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

    /// What is no line but changes something else stands in the chat and in its threads.
    private func isSeen(_ line: OutboxLine) -> Bool {
        line.chatID == models.chatList.openChatID
            && (line.purpose != .message || line.threadID == models.timeline.threadID)
    }

    private func place(_ line: OutboxLine) -> Place {
        line.threadID.map { .thread($0, chatID: line.chatID) } ?? .chat(line.chatID)
    }

    private func place(_ thread: UnreadThread, _ chatID: String) -> Place { .thread(thread.threadID, chatID: chatID) }
}
