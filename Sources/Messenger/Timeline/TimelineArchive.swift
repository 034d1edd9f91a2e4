import Conversations
import Storage

/// The timelines on disk. What is asked about the open chat is answered with ``TimelineEvent/answered(_:chatID:)``.
@MainActor
struct TimelineArchive {
    let disk: DiskQueue
    let messages: MessageStore
    let chats: ChatStore
    let timeline: TimelineModel

    /// Read on the spot: the chat's latest messages, or those around the first unread one where that lies before them.
    func opened(chatID: String, userID: String) -> StoredTimeline {
        do {
            return try Self.stored(chatID: chatID, userID: userID, messages, chats)
        } catch {
            disk.queue.post(ConnectionEvent.storageProblem(StorageProblem.text(error)))
            return .empty
        }
    }

    /// The same as when it was opened.
    func firstLook(chatID: String, userID: String, unreadAtServer: Int) {
        ask(chatID) { [messages, chats] in
            let stored = try Self.stored(chatID: chatID, userID: userID, messages, chats)
            return .firstLook(stored, unreadAtServer: unreadAtServer)
        }
    }

    func latest(chatID: String) {
        ask(chatID) { [messages] in .latest(try Self.latest(chatID: chatID, messages)) }
    }

    /// The latest, where what came doesn't go on where the window ends.
    ///
    /// - Parameter findsUnread: whether the unread begins anew.
    func catchUp(chatID: String, userID: String, findsUnread: Bool) {
        ask(chatID) { [messages] in
            let unread = findsUnread ? try messages.unread(chatID: chatID, userID: userID) : nil
            let window = try Self.latest(chatID: chatID, messages)
            return .caughtUp(window, unread: unread, findsUnread: findsUnread)
        }
    }

    func older(chatID: String, before position: Int64) {
        ask(chatID) { [messages] in
            let page = try messages.window(chatID: chatID, before: position, limit: TimelineModel.pageCount)
            return .older(page, before: position)
        }
    }

    func newer(chatID: String, after position: Int64) {
        ask(chatID) { [messages] in
            let page = try messages.window(chatID: chatID, after: position, limit: TimelineModel.pageCount)
            return .newer(page, after: position)
        }
    }

    func oldest(chatID: String) {
        ask(chatID) { [messages] in
            .first(try messages.window(chatID: chatID, startingAtOldest: TimelineModel.pageCount))
        }
    }

    /// The window up to its newest message, with what came into its gaps.
    ///
    /// - Parameter limit: how many messages it may have.
    func filled(_ window: MessageWindow, chatID: String, limit: Int) {
        let last = window.messages.last?.position
        ask(chatID) { [messages] in
            guard let last else { return .filled(try Self.latest(chatID: chatID, messages), through: nil) }
            let window = try messages.window(chatID: chatID, before: last + 1, limit: limit)
            return .filled(window, through: last)
        }
    }

    /// The messages around one, or else the newest gap that is not after the place before which it lies.
    func seek(_ eventID: String, before position: Int64, chatID: String) {
        let sought = TimelineModel.Sought.message(eventID: eventID, before: position)
        ask(chatID) { [messages] in
            let window = try messages.window(chatID: chatID, around: eventID, limit: TimelineModel.pageCount)
            let gap = try messages.newestGap(chatID: chatID, upTo: position)
            return .sought(sought, window, gap: gap)
        }
    }

    func visit(_ eventID: String, chatID: String, selects: Bool) {
        ask(chatID) { [messages] in
            let window = try messages.window(chatID: chatID, around: eventID, limit: TimelineModel.pageCount)
            return .visited(eventID: eventID, window, selects: selects)
        }
    }

    private func ask(_ chatID: String, _ question: @escaping @Sendable () throws -> TimelineAnswer) {
        timeline.beginQuestion()
        disk.ask(nil) { () -> TimelineAnswer? in
            try question()
        } then: {
            TimelineEvent.answered($0, chatID: chatID)
        }
    }

    private nonisolated static func latest(
        chatID: String, _ messages: MessageStore
    ) throws(StorageError) -> MessageWindow {
        try messages.window(chatID: chatID, endingAtLatest: TimelineModel.pageCount)
    }

    private nonisolated static func stored(
        chatID: String, userID: String, _ messages: MessageStore, _ chats: ChatStore
    ) throws(StorageError) -> StoredTimeline {
        var window = try latest(chatID: chatID, messages)
        let unread = try messages.unread(chatID: chatID, userID: userID)
        if let unread, let first = unread.first, let eventID = unread.firstEventID,
            let oldest = window.messages.first, first < oldest.position
        {
            let around = try messages.window(chatID: chatID, around: eventID, limit: TimelineModel.pageCount)
            window = around ?? window
        }
        return StoredTimeline(
            window: window, members: try chats.members(chatID: chatID),
            readPositions: try messages.readPositions(chatID: chatID), unread: unread)
    }
}
