/// What arrived in chats that are not in view since the person last looked there.
@MainActor
final class NoticeModel {
    /// What came of something that was asked for where nobody looks any more.
    struct Outcome: Hashable {
        let notice: ComposerNotice
        /// The chat that it leads to.
        let chatID: String?
    }

    /// What arrived last in a chat.
    struct Said: Hashable {
        /// From outside; empty where nothing did.
        var text = ""
        /// Whether that names the chat already.
        var namesChat = false
        /// The event that says it.
        var eventID: String?
    }

    /// The newest of them, until it is dismissed.
    private(set) var outcome: Outcome?
    /// Chats in the order of their newest message, the newest last.
    private(set) var chatIDs: [String] = []
    private(set) var count = 0
    private var counts: [String: Int] = [:]
    /// What arrived last, by chat.
    private var said: [String: Said] = [:]
    /// The thread in which that was said, where it was in one.
    private var threadIDs: [String: String] = [:]
    private var counter = ArrivalCounter()

    /// How many of the messages that arrived are worth a notice: see ``ArrivalCounter``.
    func countNew(said: [Int64], readThrough: Int64?, before: Int, now: Int, chatID: String) -> Int {
        counter.count(said: said, readThrough: readThrough, before: before, now: now, chatID: chatID)
    }

    /// - Parameters:
    ///   - text: what was said last, from outside.
    ///   - namesChat: whether that names the chat already.
    ///   - threadID: in which thread, by the event with which that began.
    ///   - eventID: of what was said last.
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

    /// Takes back what was said in these events: a chat in which nothing else arrived is no news any more.
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

    /// In which thread of the chat something arrived last; `nil` where that was in none.
    func threadID(chatID: String) -> String? { threadIDs[chatID] }

    func tell(_ outcome: Outcome) { self.outcome = outcome }

    func dismissOutcome() { outcome = nil }

    /// What arrived last of all.
    var newest: Said { chatIDs.last.flatMap { said[$0] } ?? Said() }

    func remove(chatID: String) {
        chatIDs.removeAll { $0 == chatID }
        count -= counts.removeValue(forKey: chatID) ?? 0
        said[chatID] = nil
        threadIDs[chatID] = nil
    }

    /// All that arrived in the chat was read: it is no news any more, also where the server counts it later.
    ///
    /// - Returns: whether a notice of it went.
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
