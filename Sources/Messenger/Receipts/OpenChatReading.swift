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

    /// Whether the first unread message of the open chat is not known yet, and the server may have it.
    var lacksUnread: Bool {
        guard timeline.chatID != nil, timeline.threadID == nil else { return false }
        return timeline.unread.map { !$0.isWhole } ?? (timeline.unreadAtServer > 0)
    }

    /// Takes what is known of how far the open chat was read.
    func beginReading() { beginReading(from: timeline.unread) }

    /// - Parameter unread: as the disk has it.
    func beginReading(from unread: UnreadPart?) {
        beginReading(from: unread, end: timeline.window.end ?? timeline.window.messages.last?.position)
    }

    /// - Parameter end: the place of the newest message that was shown when the disk was asked.
    func beginReading(from unread: UnreadPart?, end: Int64?) {
        guard let chatID = timeline.chatID, timeline.threadID == nil else { return }
        if let unread {
            let known = unread.isWhole ? unread.first.map { $0 - 1 } ?? end : unread.after
            if let known { reading.read(through: known, chatID: chatID) }
        } else if let chat = chatList.chats[chatID], let end, chat.saysAllIsRead {
            reading.read(through: end, chatID: chatID)
        }
        if let read = timeline.readPositions[account.userID] { reading.confirm(position: read, chatID: chatID) }
    }

    /// Who writes at the end of a chat has done with what stands above, as far as this device has it without a gap. What comes
    /// before the line reaches the server is not among it.
    ///
    /// - Parameters:
    ///   - newestGap: of the chat.
    ///   - end: the place of the newest message that was shown then.
    func acceptByWriting(newestGap: TimelineGap?, through end: Int64) {
        guard let chatID = timeline.chatID, !lacksUnread,
            let through = reading.readThrough(chatID: chatID), newestGap?.anchor ?? .min <= through
        else { return }
        reading.accept(through: end, chatID: chatID)
    }

    /// Takes over chats as the disk has them.
    func merge(_ chats: [Chat]) {
        chatList.merge(chats)
        if chats.contains(where: { $0.id == timeline.chatID }) { confirmRead() }
    }

    /// What the server or the disk counted before it heard of the last receipt is not unread any more.
    ///
    /// - Returns: whether anything counted as unread until now.
    @discardableResult
    func confirmRead() -> Bool {
        guard let chatID = timeline.chatID else { return false }
        if let position = timeline.readPositions[account.userID] {
            reading.confirm(position: position, chatID: chatID)
        }
        return hasReadAll && chatList.markRead(chatID)
    }

    /// Whether what comes next begins the unread.
    var findsUnreadAnew: Bool { timeline.newLinePosition == nil || hasReadAll }

    /// Whether the server was told that the newest words of others in the open chat were read.
    var hasReadAll: Bool {
        let window = timeline.window
        let last = window.messages.last { $0.message.sender != account.userID && $0.message.kind.countsAsUnread }
        // What came may not be in the window yet.
        guard let chatID = timeline.chatID, timeline.threadID == nil, let last, !window.hasNewer, !timeline.isFindingEnd
        else { return false }
        return reading.hasTold(last.position, chatID: chatID)
    }
}

extension Chat {
    /// Whether the server would count what is unread here, and counts none.
    fileprivate var saysAllIsRead: Bool {
        notificationLevel == .all && notificationCount == 0 && highlightCount == 0
    }
}
