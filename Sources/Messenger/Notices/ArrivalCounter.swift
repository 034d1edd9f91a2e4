/// Tells how many of the messages that arrived in a chat are worth a notice: those that the server counts, by the push rules.
struct ArrivalCounter {
    /// What arrived, by chat, while the server's count stood still: a sync may bring it in another slice.
    private var uncounted: [String: Int] = [:]

    /// - Parameters:
    ///   - said: how many messages of others arrived.
    ///   - before: the server's count until then.
    ///   - now: its count since.
    mutating func count(said: Int, before: Int, now: Int, chatID: String) -> Int {
        let arrived = said + (uncounted[chatID] ?? 0)
        guard now != before else {
            uncounted[chatID] = arrived > 0 ? arrived : nil
            return 0
        }
        uncounted[chatID] = nil
        // Below what it was, the count was read away elsewhere, and what is left of it is newer.
        return now > before ? min(now - before, arrived) : min(said, now)
    }

    /// What arrived was read before it was counted.
    mutating func forget(chatID: String) { uncounted[chatID] = nil }
}
