import Engine

/// Actions on the notification line.
package enum NoticeEvent: RoutedEvent {
    case goingThere
    case dismissed
}

/// The new messages in chats that are out of view, since the user last looked there.
package struct NoticeModel {
    /// The outcome of a request, if the user has left the place where it was made.
    package struct Outcome: Hashable {
        package let notice: ComposerNotice
        /// The chat that the outcome leads to.
        package let chatID: String?
    }

    /// The last message of a chat.
    package struct LastMessage: Hashable {
        /// The text, which is untrusted; empty if there is none.
        package var text = ""
        /// Whether the text names the chat already.
        package var namesChat = false
        /// The event ID of the message.
        var eventID: String?

        package init(text: String = "", namesChat: Bool = false, eventID: String? = nil) {
            self.text = text
            self.namesChat = namesChat
            self.eventID = eventID
        }
    }

    /// The newest outcome, until it is dismissed.
    package private(set) var outcome: Outcome?
    /// The chats in the order of their newest message, the newest last.
    package private(set) var chatIDs: [String] = []
    package private(set) var count = 0
    private var counts: [String: Int] = [:]
    /// The last message, by chat.
    private var said: [String: LastMessage] = [:]
    /// The thread of the last message, if it was in a thread.
    private var threadIDs: [String: String] = [:]
    private var counter = ArrivalCounter()

    /// Returns the number of new messages that may raise a notification: see ``ArrivalCounter``.
    mutating func countNew(said: [Int64], readThrough: Int64?, before: Int, now: Int, chatID: String) -> Int {
        counter.count(said: said, readThrough: readThrough, before: before, now: now, chatID: chatID)
    }

    /// - Parameters:
    ///   - text: the text of the last message, which is untrusted.
    ///   - namesChat: whether the text names the chat already.
    ///   - threadID: the ID of its thread, if it was in a thread.
    ///   - eventID: the event ID of the last message.
    mutating func add(
        _ messages: Int, chatID: String, text: String = "", namesChat: Bool = false, threadID: String? = nil,
        eventID: String? = nil
    ) {
        threadIDs[chatID] = threadID
        chatIDs.removeAll { $0 == chatID }
        chatIDs.append(chatID)
        counts[chatID, default: 0] += messages
        count += messages
        said[chatID] = LastMessage(text: text, namesChat: namesChat, eventID: eventID)
    }

    /// Removes deleted messages. A chat without other new messages is removed too.
    mutating func forget(_ eventIDs: Set<String>) {
        for (chatID, last) in said where last.eventID.map(eventIDs.contains) == true {
            guard counts[chatID, default: 0] > 1 else {
                remove(chatID: chatID)
                continue
            }
            said[chatID] = LastMessage()
            counts[chatID, default: 0] -= 1
            count -= 1
        }
    }

    /// Returns the thread of the chat's last message; `nil` if it was in no thread.
    func threadID(chatID: String) -> String? { threadIDs[chatID] }

    mutating func show(_ outcome: Outcome) { self.outcome = outcome }

    mutating func dismissOutcome() { outcome = nil }

    /// The last message of all chats.
    package var newest: LastMessage { chatIDs.last.flatMap { said[$0] } ?? LastMessage() }

    mutating func remove(chatID: String) {
        chatIDs.removeAll { $0 == chatID }
        count -= counts.removeValue(forKey: chatID) ?? 0
        said[chatID] = nil
        threadIDs[chatID] = nil
    }

    /// Removes a chat that was read completely, including messages that the server counts later.
    mutating func sawAll(chatID: String) {
        counter.forget(chatID: chatID)
        remove(chatID: chatID)
    }

    mutating func removeAll() {
        chatIDs = []
        counts = [:]
        said = [:]
        threadIDs = [:]
        count = 0
    }
}

/// Counts the new messages of a chat that may raise a notification: those in the server's unread count, which follows
/// the push rules.
struct ArrivalCounter {
    /// Messages that arrived while the server's count was unchanged. The count may follow in another sync response.
    private struct Uncounted {
        static let maxPlaces = 1_000

        /// The number of messages before ``places``.
        var earlier = 0
        var places: [Int64] = []

        var count: Int { earlier + places.count }

        mutating func add(_ new: [Int64]) {
            places += new
            let over = max(places.count - Self.maxPlaces, 0)
            places.removeFirst(over)
            earlier += over
        }
    }

    /// The uncounted messages by chat.
    private var uncounted: [String: Uncounted] = [:]

    /// - Parameters:
    ///   - said: the positions of new messages from other people, oldest first.
    ///   - readThrough: the position up to which the account has read, if it has changed: by its own message or
    ///     receipt, from any device.
    ///   - before: the server's count before the sync.
    ///   - now: the server's count after the sync.
    mutating func count(said: [Int64], readThrough: Int64? = nil, before: Int, now: Int, chatID: String) -> Int {
        var arrived = uncounted.removeValue(forKey: chatID) ?? Uncounted()
        arrived.add(said)
        // Reading lowers the count, and new messages raise it again. An unchanged count then doesn't mean that
        // nothing is new.
        if let readThrough, now > 0, now <= before {
            return min(arrived.places.count { $0 > readThrough }, now)
        }
        guard now != before else {
            if arrived.count > 0 { uncounted[chatID] = arrived }
            return 0
        }
        // A lower count means that the chat was read elsewhere. The remaining unread messages are newer.
        return now > before ? min(now - before, arrived.count) : min(said.count, now)
    }

    /// Drops the uncounted messages, since they were read before they were counted.
    mutating func forget(chatID: String) { uncounted[chatID] = nil }
}
