import Conversations

/// Computes the read position of the open chat from several subjects.
@MainActor
struct OpenChatReadMarker {
    let state: SessionState

    /// Initializes the read position of the open chat.
    func beginReading() { beginReading(from: state.timeline.unread) }

    /// - Parameter unread: the unread messages as stored on disk.
    func beginReading(from unread: UnreadPart?) {
        beginReading(from: unread, end: state.timeline.window.end ?? state.timeline.window.messages.last?.position)
    }

    /// - Parameter end: the position of the newest visible message when the disk was read.
    func beginReading(from unread: UnreadPart?, end: Int64?) {
        guard let chatID = state.timeline.chatID, state.timeline.threadID == nil else { return }
        if let unread {
            let known = unread.isWhole ? unread.first.map { $0 - 1 } ?? end : unread.after
            if let known { state.reading.read(through: known, chatID: chatID) }
        } else if let chat = state.chatList.chats[chatID], let end, chat.saysAllIsRead {
            state.reading.read(through: end, chatID: chatID)
        }
        if let read = state.timeline.readPositions[state.account.userID] {
            state.reading.confirm(position: read, chatID: chatID)
        }
    }

    /// Marks the chat as read because the user writes at its end. This covers the messages that the device has
    /// without a gap, but not messages that arrive before the line is sent.
    ///
    /// - Parameters:
    ///   - newestGap: the newest gap of the chat's state.timeline.
    ///   - end: the position of the newest message that was visible then.
    func acceptByWriting(newestGap: TimelineGap?, through end: Int64) {
        guard let chatID = state.timeline.chatID, !state.timeline.lacksUnread,
            let through = state.reading.readThrough(chatID: chatID), newestGap?.anchor ?? .min <= through
        else { return }
        state.reading.accept(through: end, chatID: chatID)
    }

    /// Merges chats from the disk into the state.
    func merge(_ chats: [Chat]) {
        state.chatList.merge(chats)
        if chats.contains(where: { $0.id == state.timeline.chatID }) { confirmRead() }
    }

    /// Clears unread counts of the server or the disk that are older than the last receipt.
    ///
    /// - Returns: whether there was an unread count to clear.
    @discardableResult
    func confirmRead() -> Bool {
        guard let chatID = state.timeline.chatID else { return false }
        if let position = state.timeline.readPositions[state.account.userID] {
            state.reading.confirm(position: position, chatID: chatID)
        }
        return hasReadAll && state.chatList.markRead(chatID)
    }

    /// Whether the next message from others starts a new unread section.
    var findsUnreadAnew: Bool { state.timeline.newLinePosition == nil || hasReadAll }

    /// Whether the server has a receipt for the newest message from others in the open chat.
    var hasReadAll: Bool {
        let window = state.timeline.window
        let last = window.messages.last { $0.message.sender != state.account.userID && $0.message.kind.countsAsUnread }
        // New messages may not be in the window yet.
        guard let chatID = state.timeline.chatID, state.timeline.threadID == nil, let last, !window.hasNewer,
            !state.timeline.isFindingEnd
        else { return false }
        return state.reading.hasTold(last.position, chatID: chatID)
    }
}

extension SessionState {
    /// Computes and changes the read position of the open chat.
    var readMarker: OpenChatReadMarker { OpenChatReadMarker(state: self) }
}

extension Chat {
    /// Whether the server counts all messages of the chat, and has no unread ones.
    fileprivate var saysAllIsRead: Bool {
        notificationLevel == .all && notificationCount == 0 && highlightCount == 0
    }
}
