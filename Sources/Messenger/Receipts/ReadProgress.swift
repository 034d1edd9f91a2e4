import Conversations

/// How far one chat was read without a gap: what was on screen counts from the first unread message on, and only as far as nothing
/// between was missed.
struct ReadProgress {
    /// All up to this place was read; `nil` where it isn't known where the unread begins.
    private(set) var readThrough: Int64?
    /// What was on screen beyond that.
    private var seen: Set<Int64> = []
    /// The furthest that was on screen, or that a person said to have done with.
    private var furthest = Int64.min

    /// All up to a place was read, as another device may have told.
    mutating func read(through position: Int64) {
        readThrough = max(position, readThrough ?? .min)
        seen = seen.filter { $0 > position }
    }

    /// A person has done with all up to a place, seen or not.
    mutating func accept(through position: Int64) {
        read(through: position)
        furthest = max(furthest, position)
    }

    mutating func see(_ positions: [Int64]) {
        furthest = max(furthest, positions.max() ?? .min)
        seen.formUnion(positions.filter { $0 > readThrough ?? .min })
    }

    /// Goes on over what was seen, as far as the window has it without a gap.
    ///
    /// - Parameter isUnread: whether a message has to be seen to be read.
    /// - Returns: the newest place that was read and was on screen, or stands nowhere and follows one that was; `nil` where nothing
    ///   was.
    mutating func advance(over window: MessageWindow, isUnread: (Message) -> Bool) -> Int64? {
        guard let start = readThrough, let first = window.messages.first?.position, first <= start + 1 else {
            return readThrough.map { min($0, furthest) }
        }
        // From the end: where all was read, nothing comes after the start, and each key asks.
        let messages = window.messages
        let later = messages.indices.last { messages[$0].position <= start }.map { $0 + 1 } ?? 0
        let missed = messages[later...].first { placed in
            isUnread(placed.message) && !seen.contains(placed.position)
        }
        var through = window.end ?? window.messages.last?.position ?? start
        if let missed { through = min(through, missed.position - 1) }
        // What is missing will stand anywhere between the message before the gap and the one after it.
        if let gap = window.gaps.map(\.anchor).filter({ $0 > start }).min() {
            through = min(through, window.messages.last { $0.position < gap }?.position ?? start)
        }
        through = max(through, start)
        read(through: through)
        // The server counts what nobody can see, as the steps of a verification in an encrypted chat.
        for placed in messages[later...] where placed.position > furthest {
            guard placed.message.standsNowhere else { break }
            furthest = placed.position
        }
        return min(through, furthest)
    }
}
