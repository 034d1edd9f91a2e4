import Conversations

/// Finds the next chat or thread with unread messages, from several subjects.
@MainActor
package struct NextUnreadFinder {
    package enum Target: Hashable {
        case chat(String)
        case thread(String, chatID: String)
    }

    let state: SessionState

    /// The next chat or thread to open: mentions in threads of the open chat, then unread chats, then unread threads.
    /// Refused lines in other chats and threads come last.
    package var next: Target? {
        let open = state.chatList.openChatID
        if let open, let thread = state.waitingThreads(chatID: open).first(where: \.isMention) {
            return place(thread, open)
        }
        if let chatID = state.chatList.nextUnread { return .chat(chatID) }
        for chatID in [open].compactMap({ $0 }) + state.threads.chatIDs {
            if let thread = state.waitingThreads(chatID: chatID).first { return place(thread, chatID) }
        }
        return state.outbox.newestRefusal { state.chatList.chats[$0.chatID] != nil && !isSeen($0) }.map(place)
    }

    /// Whether a line is on screen. A line that changes something else, such as an edit, is shown in the chat and
    /// in its threads.
    private func isSeen(_ line: OutboxLine) -> Bool {
        line.chatID == state.chatList.openChatID
            && (line.purpose != .message || line.threadID == state.timeline.threadID)
    }

    private func place(_ line: OutboxLine) -> Target {
        line.threadID.map { .thread($0, chatID: line.chatID) } ?? .chat(line.chatID)
    }

    private func place(_ thread: UnreadThread, _ chatID: String) -> Target { .thread(thread.threadID, chatID: chatID) }
}

extension SessionState {
    /// Finds the next chat or thread with unread messages.
    package var nextUnread: NextUnreadFinder { NextUnreadFinder(state: self) }
}
