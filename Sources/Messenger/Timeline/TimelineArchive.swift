import Conversations
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
    func ask(_ question: TimelineQuestion, chatID: String, threadID: String? = nil, opening: Int) {
        disk.ask(nil) { [reader = reader(chatID, threadID)] () -> TimelineAnswer? in
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
