/// Counts the new messages of a chat that may raise a notification: those in the server's unread count, which follows
/// the push rules.
struct ArrivalCounter {
    /// Messages that arrived while the server's count was unchanged. The count may follow in another sync response.
    private struct Uncounted {
        static let mostPlaces = 1_000

        /// The number of messages before ``places``.
        var earlier = 0
        var places: [Int64] = []

        var count: Int { earlier + places.count }

        mutating func add(_ new: [Int64]) {
            places += new
            let over = max(places.count - Self.mostPlaces, 0)
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
