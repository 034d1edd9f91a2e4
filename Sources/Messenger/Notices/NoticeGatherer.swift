import Conversations

/// Combines simultaneous arrivals into one notification, with a pause between two. Nothing is lost or repeated.
struct NoticeGatherer {
    /// The time that the first arrival waits for others, in milliseconds.
    static let patience = 300
    /// The minimum time between two notifications, in milliseconds.
    static let pause = 5_000

    /// The arrivals, at most one for each chat. The chat with the newest message is last.
    private var arrivals: [Arrival] = []
    private var isWaiting = false
    private var lastRaised: Int64?

    /// - Returns: the delay in milliseconds after which to call ``take(now:)``; `nil` if a timer is running already.
    mutating func add(_ new: [Arrival], now: Int64) -> Int? {
        for arrival in new {
            var arrival = arrival
            if let index = arrivals.firstIndex(where: { $0.chatID == arrival.chatID }) {
                let earlier = arrivals.remove(at: index)
                arrival.count += earlier.count
                arrival.isMention = arrival.isMention || earlier.isMention
            }
            arrivals.append(arrival)
        }
        guard !arrivals.isEmpty, !isWaiting else { return nil }
        isWaiting = true
        let rest = lastRaised.map { Int64(Self.pause) - (now - $0) } ?? 0
        return Int(min(Int64(Self.pause), max(Int64(Self.patience), rest)))
    }

    mutating func take(now: Int64) -> [Arrival] {
        isWaiting = false
        guard !arrivals.isEmpty else { return [] }
        lastRaised = now
        defer { arrivals = [] }
        return arrivals
    }

    /// Removes arrivals whose message was deleted before the notification was raised.
    mutating func forget(_ eventIDs: Set<String>) {
        arrivals.removeAll { $0.last.map { eventIDs.contains($0.eventID) } == true }
    }

    /// Removes all arrivals, since the user is back and sees the messages on screen.
    mutating func forget() { arrivals = [] }
}
