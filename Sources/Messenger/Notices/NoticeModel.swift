/// The new messages in chats that are out of view, since the user last looked there.
@MainActor
final class NoticeModel {
    /// The outcome of a request, if the user has left the place where it was made.
    struct Outcome: Hashable {
        let notice: ComposerNotice
        /// The chat that the outcome leads to.
        let chatID: String?
    }

    /// The last message of a chat.
    struct Said: Hashable {
        /// The text, which comes from outside; empty if there is none.
        var text = ""
        /// Whether the text names the chat already.
        var namesChat = false
        /// The event ID of the message.
        var eventID: String?
    }

    /// The newest outcome, until it is dismissed.
    private(set) var outcome: Outcome?
    /// The chats in the order of their newest message, the newest last.
    private(set) var chatIDs: [String] = []
    private(set) var count = 0
    private var counts: [String: Int] = [:]
    /// The last message, by chat.
    private var said: [String: Said] = [:]
    /// The thread of the last message, if it was in a thread.
    private var threadIDs: [String: String] = [:]
    private var counter = ArrivalCounter()

    /// Returns the number of new messages that may raise a notification: see ``ArrivalCounter``.
    func countNew(said: [Int64], readThrough: Int64?, before: Int, now: Int, chatID: String) -> Int {
        counter.count(said: said, readThrough: readThrough, before: before, now: now, chatID: chatID)
    }

    /// - Parameters:
    ///   - text: the text of the last message, from outside.
    ///   - namesChat: whether the text names the chat already.
    ///   - threadID: the ID of its thread, if it was in a thread.
    ///   - eventID: the event ID of the last message.
    func add(
        _ messages: Int, chatID: String, text: String = "", namesChat: Bool = false, threadID: String? = nil,
        eventID: String? = nil
    ) {
        threadIDs[chatID] = threadID
        chatIDs.removeAll { $0 == chatID }
        chatIDs.append(chatID)
        counts[chatID, default: 0] += messages
        count += messages
        said[chatID] = Said(text: text, namesChat: namesChat, eventID: eventID)
    }

    /// Removes deleted messages. A chat without other new messages is removed too.
    func forget(_ eventIDs: Set<String>) {
        for (chatID, last) in said where last.eventID.map(eventIDs.contains) == true {
            guard counts[chatID, default: 0] > 1 else {
                remove(chatID: chatID)
                continue
            }
            said[chatID] = Said()
            counts[chatID, default: 0] -= 1
            count -= 1
        }
    }

    /// Returns the thread of the chat's last message; `nil` if it was in no thread.
    func threadID(chatID: String) -> String? { threadIDs[chatID] }

    func tell(_ outcome: Outcome) { self.outcome = outcome }

    func dismissOutcome() { outcome = nil }

    /// The last message of all chats.
    var newest: Said { chatIDs.last.flatMap { said[$0] } ?? Said() }

    func remove(chatID: String) {
        chatIDs.removeAll { $0 == chatID }
        count -= counts.removeValue(forKey: chatID) ?? 0
        said[chatID] = nil
        threadIDs[chatID] = nil
    }

    /// Removes a chat that was read completely, including messages that the server counts later.
    ///
    /// - Returns: whether a notice was removed.
    func sawAll(chatID: String) -> Bool {
        counter.forget(chatID: chatID)
        defer { remove(chatID: chatID) }
        return counts[chatID] != nil
    }

    func removeAll() {
        chatIDs = []
        counts = [:]
        said = [:]
        threadIDs = [:]
        count = 0
    }
}
