/// Tells how many of the messages that arrived in a chat are worth a notice: those that the server counts, by the push rules.
struct ArrivalCounter {
    /// What arrived in a chat while the server's count stood still: a sync may bring that in another slice.
    private struct Uncounted {
        static let mostPlaces = 1_000

        /// How many there are before ``places``.
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

    /// By chat.
    private var uncounted: [String: Uncounted] = [:]

    /// - Parameters:
    ///   - said: the places of the messages of others that arrived, oldest first.
    ///   - readThrough: up to where the account has read, where that has come since: by its own message or by its receipt, from whichever
    ///     device.
    ///   - before: the server's count until then.
    ///   - now: its count since.
    mutating func count(said: [Int64], readThrough: Int64? = nil, before: Int, now: Int, chatID: String) -> Int {
        var arrived = uncounted.removeValue(forKey: chatID) ?? Uncounted()
        arrived.add(said)
        // What was read away leaves room for as much that is new: that the count stands still says nothing then.
        if let readThrough, now > 0, now <= before {
            return min(arrived.places.count { $0 > readThrough }, now)
        }
        guard now != before else {
            if arrived.count > 0 { uncounted[chatID] = arrived }
            return 0
        }
        // Below what it was, the count was read away elsewhere, and what is left of it is newer.
        return now > before ? min(now - before, arrived.count) : min(said.count, now)
    }

    /// What arrived was read before it was counted.
    mutating func forget(chatID: String) { uncounted[chatID] = nil }
}
