import Conversations

/// Where to go next to catch up, of what several models know.
@MainActor
struct CatchUp {
    enum Place: Hashable {
        case chat(String)
        case thread(String, chatID: String)
    }

    private let chatList: ChatListModel
    private let timeline: TimelineModel
    private let threads: ThreadModel
    private let outbox: OutboxModel
    private let ownUserID: String

    init(_ models: SessionModels) {
        chatList = models.chatList
        timeline = models.timeline
        threads = models.threads
        outbox = models.outbox
        ownUserID = models.account.userID
    }

    /// What calls the person in a thread of the open chat, what is unread in chats, then in threads, then what was sent to another
    /// place and refused.
    var next: Place? {
        let open = chatList.openChatID
        if let open, let thread = waiting(in: open).first(where: isCalled) { return place(thread, open) }
        if let chatID = chatList.nextUnread { return .chat(chatID) }
        for chatID in [open].compactMap({ $0 }) + threads.chatIDs {
            if let thread = waiting(in: chatID).first { return place(thread, chatID) }
        }
        return outbox.newestRefusal { chatList.chats[$0.chatID] != nil && !isSeen($0) }.map(place)
    }

    /// What is no line but changes something else stands in the chat and in its threads.
    private func isSeen(_ line: OutboxLine) -> Bool {
        line.chatID == chatList.openChatID && (line.purpose != .message || line.threadID == timeline.threadID)
    }

    private func place(_ line: OutboxLine) -> Place {
        line.threadID.map { .thread($0, chatID: line.chatID) } ?? .chat(line.chatID)
    }

    private func place(_ thread: UnreadThread, _ chatID: String) -> Place { .thread(thread.threadID, chatID: chatID) }

    /// The threads of a chat of which a person wants to hear, but for the one that is open.
    private func waiting(in chatID: String) -> [UnreadThread] {
        guard let chat = chatList.chats[chatID], chat.membership == .joined else { return [] }
        let others = threads.unread(chatID: chatID).filter {
            chatID != timeline.chatID || $0.threadID != timeline.threadID
        }
        return switch chat.notificationLevel {
        case .all: others
        case .mentions: others.filter(isCalled)
        case .off: []
        }
    }

    private func isCalled(_ thread: UnreadThread) -> Bool {
        thread.messages.contains { message in
            message.mentions.map { $0.userIDs.contains(ownUserID) || $0.isForRoom } ?? false
        }
    }
}
