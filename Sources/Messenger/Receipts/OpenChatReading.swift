import Conversations

/// What counts as read in the open chat, of what several models know.
@MainActor
struct OpenChatReading {
    private let chatList: ChatListModel
    private let timeline: TimelineModel
    private let reading: ReadingModel
    private let account: AccountModel

    init(_ models: SessionModels) {
        chatList = models.chatList
        timeline = models.timeline
        reading = models.reading
        account = models.account
    }

    /// Takes over chats as the disk has them.
    func merge(_ chats: [Chat]) {
        chatList.merge(chats)
        if chats.contains(where: { $0.id == timeline.chatID }) { confirmRead() }
    }

    /// What the server or the disk counted before it heard of the last receipt is not unread any more.
    func confirmRead() {
        guard let chatID = timeline.chatID else { return }
        if let position = timeline.readPositions[account.userID] {
            reading.confirm(position: position, chatID: chatID)
        }
        if hasReadAll { chatList.markRead(chatID) }
    }

    /// Whether the server was told that the newest words of others in the open chat were read.
    var hasReadAll: Bool {
        let window = timeline.window
        let last = window.messages.last { $0.message.sender != account.userID && $0.message.kind.countsAsUnread }
        guard let chatID = timeline.chatID, let last, !window.hasNewer else { return false }
        return reading.hasTold(last.position, chatID: chatID)
    }
}
