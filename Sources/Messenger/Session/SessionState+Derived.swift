import Conversations
import ViewModels

extension SessionState {
    /// Whether the top line shows that this device is unverified or that its backup was deleted.
    package var isConfirmationToTell: Bool {
        guard navigation.screen == .chats else { return false }
        return isIdentityToTell || !ownIdentity.hasSeenLoss
    }

    /// Whether it shows that this device is unverified.
    package var isIdentityToTell: Bool {
        ownIdentity.state.isToConfirm && !security.hasSeen(ownIdentity.state)
    }
}

extension SessionState {
    /// The chats by space; `nil` if there is no space.
    package var spaceArrangement: SpaceArrangement? {
        let list = chatList
        guard !list.spaceIDs.isEmpty else { return nil }
        let spaces = spaces
        return arrangements.arrangement(
            of: SpaceArrangementInput(
                chats: list.chats, order: list.places.lists, spaceIDs: list.spaceIDs, openIDs: spaces.openIDs,
                previews: spaces.previews))
    }
}

extension SessionState {
    package var threadMarks: ThreadMarks {
        ThreadMarks(newCounts: newInThreads, chatsWithDrafts: chatsWithDraftsInThreads)
    }

    /// Returns the threads of a chat with unread messages, except the open thread.
    func waitingThreads(chatID: String) -> [UnreadThread] {
        guard let chat = chatList.chats[chatID] else { return [] }
        return threads.waiting(in: chat).filter { chatID != timeline.chatID || $0.threadID != timeline.threadID }
    }

    /// The number of unread messages in threads, by chat; chats without any are left out.
    package var newInThreads: [String: Int] {
        threads.chatIDs.reduce(into: [:]) { counts, chatID in
            let count = waitingThreads(chatID: chatID).reduce(0) { $0 + $1.count }
            if count > 0 { counts[chatID] = count }
        }
    }

    /// The chats with drafts in threads, except the draft that is open.
    package var chatsWithDraftsInThreads: Set<String> {
        let open = composer.draftPlace
        return Set(drafts.threads.filter { $0 != open }.map { Draft(place: $0, text: "").chatID })
    }
}
