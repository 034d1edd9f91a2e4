import Conversations
import Engine
import Storage

/// Reads timelines from disk.
@MainActor
struct TimelineArchive {
    let disk: DiskQueue
    /// The account's Matrix ID.
    let userID: String
    let messages: MessageStore
    let chats: ChatStore

    /// Reads synchronously, for the first frame: the latest messages, or those around an earlier first unread one.
    func opened(chatID: String) -> OpenedTimeline {
        do {
            return try reader(chatID).opened()
        } catch {
            disk.queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
            return .empty
        }
    }

    /// Posts ``TimelineEvent/answered(_:opening:)``.
    ///
    /// - Parameter opening: the current value of ``TimelineModel/opening``.
    func request(_ question: TimelineRequest, chatID: String, threadID: String? = nil, opening: Int) {
        disk.ask(nil) { [reader = reader(chatID, threadID)] () -> TimelineResponse? in
            try reader.answer(question)
        } then: {
            TimelineEvent.answered($0, opening: opening)
        }
    }

    /// Finds the first unread message of a chat and posts ``TimelineEvent/beganReading(_:end:opening:)``.
    ///
    /// - Parameter end: the position of the newest message shown.
    func findUnread(chatID: String, end: Int64?, opening: Int) {
        disk.ask(nil) { [reader = reader(chatID)] () -> UnreadPart?? in
            .some(try reader.unread())
        } then: { answer -> TimelineEvent? in
            answer.map { .beganReading($0, end: end, opening: opening) }
        }
    }

    /// Posts ``TimelineEvent/wrote(newestGap:end:opening:)``.
    ///
    /// - Parameter end: the position of the newest message shown.
    func findNewestGap(chatID: String, end: Int64, opening: Int) {
        disk.ask(nil) { [messages] () -> TimelineGap?? in
            .some(try messages.newestGap(chatID: chatID, upTo: .max))
        } then: { answer -> TimelineEvent? in
            answer.map { .wrote(newestGap: $0, end: end, opening: opening) }
        }
    }

    private func reader(_ chatID: String, _ threadID: String? = nil) -> TimelineReader {
        TimelineReader(chatID: chatID, threadID: threadID, userID: userID, messages: messages, chats: chats)
    }
}

/// A request to the disk for a part of the open chat's timeline.
enum TimelineRequest: Sendable {
    /// The contents of a chat that is being opened. It has no rows until the answer.
    case opened
    /// The page before a position.
    case older(before: Int64)
    /// The page after a position.
    case newer(after: Int64)
    /// The latest messages, because the user goes there.
    case latest
    /// The latest messages, because new ones don't directly follow the window.
    ///
    /// - findsUnread: whether the start of the unread messages is found again.
    case caughtUp(findsUnread: Bool)
    /// The contents of the chat as at a start of the program.
    case firstLook
    /// The oldest messages on this device.
    case first
    /// The searched message, or else the newest gap at or before the position that it precedes.
    case sought(eventID: String, before: Int64)
    /// The first unread message, or else the newest gap.
    ///
    /// - isAsked: whether the user wants to go there.
    case unread(isAsked: Bool)
    /// The messages around the one that the user goes to.
    case visited(eventID: String, selects: Bool)
    /// The window up to its newest message, with filled gaps; the latest messages for an empty window.
    ///
    /// - limit: the most messages it may have.
    case filled(through: Int64?, limit: Int)

    /// Whether the answer ends with the newest message, so that new messages directly follow it.
    var findsEnd: Bool {
        switch self {
        case .opened, .latest, .caughtUp, .firstLook, .filled(through: nil, limit: _): true
        case .older, .newer, .first, .sought, .unread, .visited, .filled: false
        }
    }
}
