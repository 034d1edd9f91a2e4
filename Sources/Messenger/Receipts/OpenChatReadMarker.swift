import Conversations

/// Computes the read position of the open chat from several models.
@MainActor
struct OpenChatReadMarker {
    private let chatList: ChatListModel
    private let timeline: TimelineModel
    private let reading: ReadMarkerModel
    private let account: AccountModel

    init(_ models: SessionModels) {
        chatList = models.chatList
        timeline = models.timeline
        reading = models.reading
        account = models.account
    }

    /// Whether the first unread message of the open chat isn't loaded yet, and the server may have it.
    var lacksUnread: Bool {
        guard timeline.chatID != nil, timeline.threadID == nil else { return false }
        return timeline.unread.map { !$0.isWhole } ?? (timeline.unreadAtServer > 0)
    }

    /// Initializes the read position of the open chat.
    func beginReading() { beginReading(from: timeline.unread) }

    /// - Parameter unread: the unread messages as stored on disk.
    func beginReading(from unread: UnreadPart?) {
        beginReading(from: unread, end: timeline.window.end ?? timeline.window.messages.last?.position)
    }

    /// - Parameter end: the position of the newest visible message when the disk was read.
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

    /// Marks the chat as read because the user writes at its end. This covers the messages that the device has
    /// without a gap, but not messages that arrive before the line is sent.
    ///
    /// - Parameters:
    ///   - newestGap: the newest gap of the chat's timeline.
    ///   - end: the position of the newest message that was visible then.
    func acceptByWriting(newestGap: TimelineGap?, through end: Int64) {
        guard let chatID = timeline.chatID, !lacksUnread,
            let through = reading.readThrough(chatID: chatID), newestGap?.anchor ?? .min <= through
        else { return }
        reading.accept(through: end, chatID: chatID)
    }

    /// Merges chats from the disk into the models.
    func merge(_ chats: [Chat]) {
        chatList.merge(chats)
        if chats.contains(where: { $0.id == timeline.chatID }) { confirmRead() }
    }

    /// Clears unread counts of the server or the disk that are older than the last receipt.
    ///
    /// - Returns: whether there was an unread count to clear.
    @discardableResult
    func confirmRead() -> Bool {
        guard let chatID = timeline.chatID else { return false }
        if let position = timeline.readPositions[account.userID] {
            reading.confirm(position: position, chatID: chatID)
        }
        return hasReadAll && chatList.markRead(chatID)
    }

    /// Whether the next message from others starts a new unread section.
    var findsUnreadAnew: Bool { timeline.newLinePosition == nil || hasReadAll }

    /// Whether the server has a receipt for the newest message from others in the open chat.
    var hasReadAll: Bool {
        let window = timeline.window
        let last = window.messages.last { $0.message.sender != account.userID && $0.message.kind.countsAsUnread }
        // New messages may not be in the window yet.
        guard let chatID = timeline.chatID, timeline.threadID == nil, let last, !window.hasNewer, !timeline.isFindingEnd
        else { return false }
        return reading.hasTold(last.position, chatID: chatID)
    }
}

extension Chat {
    /// Whether the server counts all messages of the chat, and has no unread ones.
    fileprivate var saysAllIsRead: Bool {
        notificationLevel == .all && notificationCount == 0 && highlightCount == 0
    }
}
