import Conversations

/// Gathers what arrives at once into one notice, and keeps a pause between two. Nothing is lost or told twice.
struct NoticeGatherer {
    /// How long the first waits for others, in milliseconds.
    static let patience = 300
    /// The least time between two notices.
    static let pause = 5_000

    /// One a chat, that of the newest message last.
    private var arrivals: [Arrival] = []
    private var isWaiting = false
    private var lastRaised: Int64?

    /// - Returns: after how many milliseconds to take what was gathered; `nil` where somebody waits for that already.
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

    /// Takes out what was removed before anybody was told of it.
    mutating func forget(_ eventIDs: Set<String>) {
        arrivals.removeAll { $0.last.map { eventIDs.contains($0.eventID) } == true }
    }

    /// The person came and sees for themselves.
    mutating func forget() { arrivals = [] }
}
