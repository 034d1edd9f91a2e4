import Conversations

extension SessionModels {
    /// Returns the threads of a chat with unread messages, except the open thread.
    func waitingThreads(chatID: String) -> [UnreadThread] {
        guard let chat = chatList.chats[chatID] else { return [] }
        return threads.waiting(in: chat).filter { chatID != timeline.chatID || $0.threadID != timeline.threadID }
    }

    /// The number of unread messages in threads, by chat; chats without any are left out.
    var newInThreads: [String: Int] {
        threads.chatIDs.reduce(into: [:]) { counts, chatID in
            let count = waitingThreads(chatID: chatID).reduce(0) { $0 + $1.count }
            if count > 0 { counts[chatID] = count }
        }
    }

    /// The chats with drafts in threads, except the draft that is open.
    var chatsWithDraftsInThreads: Set<String> {
        let open = composer.draftPlace
        return Set(chatList.threadDrafts.filter { $0 != open }.map { Draft(place: $0, text: "").chatID })
    }
}
