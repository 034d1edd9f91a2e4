import Conversations

/// The read position of a chat. Messages on screen count as read from the first unread message on, but only as far as
/// none between them was missed.
struct ReadProgress {
    /// The position up to which all was read; `nil` if the first unread message is unknown.
    private(set) var readThrough: Int64?
    /// The positions beyond it that were on screen.
    private var seen: Set<Int64> = []
    /// The furthest position that was on screen or that the user marked as read.
    private var furthest = Int64.min

    /// Marks all up to a position as read, for example because another device has read it.
    mutating func read(through position: Int64) {
        readThrough = max(position, readThrough ?? .min)
        seen = seen.filter { $0 > position }
    }

    /// Marks all up to a position as read by the user, whether it was on screen or not.
    mutating func accept(through position: Int64) {
        read(through: position)
        furthest = max(furthest, position)
    }

    mutating func see(_ positions: [Int64]) {
        furthest = max(furthest, positions.max() ?? .min)
        seen.formUnion(positions.filter { $0 > readThrough ?? .min })
    }

    /// Advances the read position over the seen messages, as far as the window has no gap.
    ///
    /// - Parameter isUnread: whether a message has to be seen to count as read.
    /// - Returns: the newest position that was read and on screen, or that follows it without a visible row; `nil` if
    ///   there is none.
    mutating func advance(over window: MessageWindow, isUnread: (Message) -> Bool) -> Int64? {
        guard let start = readThrough, let first = window.messages.first?.position, first <= start + 1 else {
            return readThrough.map { min($0, furthest) }
        }
        // The search starts at the end: if all was read, no message follows, and this runs at each key press.
        let messages = window.messages
        let later = messages.indices.last { messages[$0].position <= start }.map { $0 + 1 } ?? 0
        let missed = messages[later...].first { placed in
            isUnread(placed.message) && !seen.contains(placed.position)
        }
        var through = window.end ?? window.messages.last?.position ?? start
        if let missed { through = min(through, missed.position - 1) }
        // The missing messages will be inserted somewhere between the messages around the gap.
        if let gap = window.gaps.map(\.anchor).filter({ $0 > start }).min() {
            through = min(through, window.messages.last { $0.position < gap }?.position ?? start)
        }
        through = max(through, start)
        read(through: through)
        // The server also counts invisible messages, such as the steps of a verification in an encrypted chat.
        for placed in messages[later...] where placed.position > furthest {
            guard placed.message.standsNowhere else { break }
            furthest = placed.position
        }
        return min(through, furthest)
    }
}
