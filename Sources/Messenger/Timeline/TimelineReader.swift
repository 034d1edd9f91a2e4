import Conversations
import Engine
import Storage

/// Reads a chat's timeline. It blocks and is safe on any thread.
struct TimelineReader: Sendable {
    let chatID: String
    /// The root event of the open thread; `nil` if the chat itself is open.
    let threadID: String?
    /// The account's Matrix ID.
    let userID: String
    let messages: MessageStore
    let chats: ChatStore

    func answer(_ question: TimelineRequest) throws(StorageError) -> TimelineResponse {
        switch question {
        case .opened:
            .opened(try opened())
        case .older(let position):
            .older(try before(position, limit: TimelineModel.pageCount), before: position)
        case .newer(let position):
            .newer(
                try messages.window(
                    chatID: chatID, thread: threadID, after: position, limit: TimelineModel.pageCount),
                after: position)
        case .latest:
            .latest(try latest())
        case .caughtUp(let findsUnread):
            .caughtUp(try latest(), unread: try unread(), findsUnread: findsUnread)
        case .firstLook:
            .firstLook(try opened())
        case .first:
            .first(
                try messages.window(chatID: chatID, thread: threadID, startingAtOldest: TimelineModel.pageCount))
        case .sought(let eventID, let position):
            .sought(
                .message(eventID: eventID, before: position), try around(eventID),
                gap: try messages.newestGap(chatID: chatID, upTo: position))
        case .unread(let isAsked):
            try unreadOrGap(isAsked: isAsked)
        case .visited(let eventID, let selects):
            // A return needs more messages, as the message was at the top of a screen of unknown height.
            .visited(
                eventID: eventID, try around(eventID, limit: TimelineModel.pageCount * (selects ? 1 : 3)),
                selects: selects)
        case .filled(let last, let limit):
            .filled(try window(through: last, limit: limit), through: last)
        }
    }

    /// Returns the latest messages, or those around an earlier first unread one.
    func opened() throws(StorageError) -> OpenedTimeline {
        var window = try latest()
        let unread = try unread()
        if let unread, let first = unread.first, let eventID = unread.firstEventID,
            let oldest = window.messages.first, first < oldest.position
        {
            window = try around(eventID) ?? window
        }
        return OpenedTimeline(
            window: window, members: try chats.members(chatID: chatID),
            readPositions: try messages.readPositions(chatID: chatID, threadID: threadID), unread: unread,
            root: try root())
    }

    /// Returns the root message of the open thread, if this device has it.
    private func root() throws(StorageError) -> Message? {
        guard let threadID else { return nil }
        return try messages.message(threadID, chatID: chatID)?.message
    }

    private func unreadOrGap(isAsked: Bool) throws(StorageError) -> TimelineResponse {
        let unread = try unread()
        guard unread?.isWhole != true else { return .unreadFound(try opened(), isAsked: isAsked) }
        return .unreadMissing(
            unread, gap: try messages.newestGap(chatID: chatID, upTo: .max), isAsked: isAsked)
    }

    private func latest() throws(StorageError) -> MessageWindow {
        try messages.window(chatID: chatID, thread: threadID, endingAtLatest: TimelineModel.pageCount)
    }

    private func before(_ position: Int64, limit: Int) throws(StorageError) -> MessageWindow {
        try messages.window(chatID: chatID, thread: threadID, before: position, limit: limit)
    }

    private func window(through last: Int64?, limit: Int) throws(StorageError) -> MessageWindow {
        guard let last else { return try latest() }
        return try before(last + 1, limit: limit)
    }

    private func around(
        _ eventID: String, limit: Int = TimelineModel.pageCount
    ) throws(StorageError) -> MessageWindow? {
        try messages.window(chatID: chatID, thread: threadID, around: eventID, limit: limit)
    }

    func unread() throws(StorageError) -> UnreadPart? {
        if let threadID { return try messages.unread(of: threadID, chatID: chatID, userID: userID) }
        return try messages.unread(chatID: chatID, userID: userID)
    }
}
