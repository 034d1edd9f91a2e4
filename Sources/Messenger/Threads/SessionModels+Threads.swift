import Conversations

extension SessionModels {
    /// The threads of a chat in which something waits for the person, but for the one before their eyes.
    func waitingThreads(chatID: String) -> [UnreadThread] {
        guard let chat = chatList.chats[chatID] else { return [] }
        return threads.waiting(in: chat).filter { chatID != timeline.chatID || $0.threadID != timeline.threadID }
    }

    /// How many messages wait in threads, by chat; none where that are none.
    var newInThreads: [String: Int] {
        threads.chatIDs.reduce(into: [:]) { counts, chatID in
            let count = waitingThreads(chatID: chatID).reduce(0) { $0 + $1.count }
            if count > 0 { counts[chatID] = count }
        }
    }

    /// The chats in whose threads something is written and not sent, but for the one before one's eyes.
    var chatsWithDraftsInThreads: Set<String> {
        let open = composer.draftPlace
        return Set(chatList.threadDrafts.filter { $0 != open }.map { Draft(place: $0, text: "").chatID })
    }
}
