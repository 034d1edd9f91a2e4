import Conversations
import Storage

/// The timelines on disk.
@MainActor
struct TimelineArchive {
    let disk: DiskQueue
    let messages: MessageStore
    let chats: ChatStore

    /// The latest messages, or those around the first unread one where that lies before them.
    func timeline(chatID: String, userID: String) -> StoredTimeline {
        read(StoredTimeline.empty) {
            var window = try messages.window(chatID: chatID, endingAtLatest: TimelineModel.pageCount)
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

    func unread(chatID: String, userID: String) -> UnreadPart? {
        read(nil) { try messages.unread(chatID: chatID, userID: userID) }
    }

    func latest(chatID: String, limit: Int = TimelineModel.pageCount) -> MessageWindow {
        read(.empty) { try messages.window(chatID: chatID, endingAtLatest: limit) }
    }

    func older(chatID: String, before position: Int64, limit: Int = TimelineModel.pageCount) -> MessageWindow {
        read(.empty) { try messages.window(chatID: chatID, before: position, limit: limit) }
    }

    func newer(chatID: String, after position: Int64) -> MessageWindow {
        read(.empty) { try messages.window(chatID: chatID, after: position, limit: TimelineModel.pageCount) }
    }

    /// A window as it is on disk by now, from its new end back.
    ///
    /// - Parameter limit: how many messages it may have, `nil` for as many as it had.
    /// - Returns: `nil` for a window without messages.
    func again(_ window: MessageWindow, chatID: String, limit: Int? = nil) -> MessageWindow? {
        guard let last = window.messages.last else { return nil }
        var fresh = older(chatID: chatID, before: last.position + 1, limit: limit ?? window.messages.count)
        fresh.hasNewer = window.hasNewer
        return fresh
    }

    /// The newest gap that is not after a place.
    func newestGap(chatID: String, upTo position: Int64) -> TimelineGap? {
        read(nil) { try messages.newestGap(chatID: chatID, upTo: position) }
    }

    /// The messages around one; `nil` where this device doesn't have it.
    func around(_ eventID: String, chatID: String) -> MessageWindow? {
        read(nil) {
            try messages.window(chatID: chatID, around: eventID, limit: TimelineModel.pageCount)
        }
    }

    private func read<Value>(_ fallback: Value, _ body: () throws -> Value) -> Value {
        do {
            return try body()
        } catch {
            disk.queue.post(ConnectionEvent.storageProblem(StorageProblem.text(error)))
            return fallback
        }
    }
}
