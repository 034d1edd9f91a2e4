import Conversations
import Storage

/// The timelines on disk.
@MainActor
struct TimelineArchive {
    let disk: DiskQueue
    /// Of the account.
    let userID: String
    let messages: MessageStore
    let chats: ChatStore

    /// Read on the spot, for the first frame: the latest messages, or those around the first unread one where that lies before
    /// them.
    func opened(chatID: String) -> OpenedTimeline {
        do {
            return try reader(chatID).opened()
        } catch {
            disk.queue.post(ConnectionEvent.storageProblem(FailureReason(storing: error)))
            return .empty
        }
    }

    /// Answers with ``TimelineEvent/answered(_:opening:)``.
    ///
    /// - Parameter opening: of the chat that is open, as ``TimelineModel/opening`` has it.
    func ask(_ question: TimelineQuestion, chatID: String, threadID: String? = nil, opening: Int) {
        disk.ask(nil) { [reader = reader(chatID, threadID)] () -> TimelineAnswer? in
            try reader.answer(question)
        } then: {
            TimelineEvent.answered($0, opening: opening)
        }
    }

    /// Answers with ``TimelineEvent/beganReading(_:end:opening:)``: where the unread of a chat begins.
    ///
    /// - Parameter end: the place of the newest message that is shown.
    func findUnread(chatID: String, end: Int64?, opening: Int) {
        disk.ask(nil) { [reader = reader(chatID)] () -> UnreadPart?? in
            .some(try reader.unread())
        } then: { answer -> TimelineEvent? in
            answer.map { .beganReading($0, end: end, opening: opening) }
        }
    }

    /// Answers with ``TimelineEvent/wrote(newestGap:end:opening:)``.
    ///
    /// - Parameter end: the place of the newest message that is shown.
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
