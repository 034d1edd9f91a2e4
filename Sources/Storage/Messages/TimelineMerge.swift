import Conversations

/// Determines the positions of a batch's messages among the stored ones, and the changes of gaps.
///
/// A run of unknown messages is placed between known ones. A run before a message with a gap is placed in the gap,
/// and a run after all known messages at the end.
struct TimelineMerge {
    private(set) var placed: [PlacedMessage] = []
    /// The positions of closed gaps, to be removed before ``openedGaps`` are created.
    private(set) var closedGaps: [Int64] = []
    private(set) var openedGaps: [TimelineGap] = []

    private let start: TimelineBatch.Start
    private let stored: StoredTimeline
    /// The unknown messages since the last known one.
    private var run: [Message] = []
    /// Unknown messages between adjacent known ones. They arrived late, and are placed with the newest run.
    private var strays: [Message] = []
    /// The position of the last known message.
    private var previous: Int64?

    init(_ batch: TimelineBatch, into stored: StoredTimeline) {
        (start, self.stored) = (batch.start, stored)
        if case .event(let id) = start { previous = stored.positions[id] }
        var seen = Set<String>(minimumCapacity: batch.messages.count)
        run.reserveCapacity(batch.messages.count)
        for message in batch.messages where seen.insert(message.eventID).inserted {
            guard !stored.positions.isEmpty, let position = stored.positions[message.eventID] else {
                run.append(message)
                continue
            }
            // An overlap with the messages after the gap that is being filled says nothing about the gap.
            if case .gap(let end) = batch.end, position >= end { continue }
            meet(position)
        }
        if !strays.isEmpty { run = strays + run }
        switch batch.end {
        case .gap(let position): meet(position)
        case .events(let ids): meetFirstGap(of: ids.filter { seen.insert($0).inserted })
        case .now where batch.messages.isEmpty: openAtEnd()
        case .now: append()
        }
    }

    /// ``placed`` in the order of positions, which is its usual order.
    var placedInOrder: [PlacedMessage] {
        let isInOrder = zip(placed, placed.dropFirst()).allSatisfy { $0.position < $1.position }
        return isInOrder ? placed : placed.sorted { $0.position < $1.position }
    }

    private mutating func meet(_ position: Int64) {
        let gap = stored.gaps.first { $0.position == position }
        if let previous {
            if gap != nil, previous < position {
                place(before: position)
                closedGaps.append(position)
            } else {
                strays += run
            }
        } else {
            meetFirst(position, gap)
        }
        run = []
        previous = position
    }

    private mutating func meetFirst(_ position: Int64, _ gap: TimelineGap?) {
        guard let gap else {
            guard position == stored.oldest, !run.isEmpty else {
                strays += run
                return
            }
            let first = place(before: position)
            if case .gap(let token?) = start { openedGaps.append(TimelineGap(position: first, token: token)) }
            return
        }
        let first = place(before: position)
        closedGaps.append(position)
        if let token = missingToken(gap) { openedGaps.append(gap.moved(to: first, token: token)) }
    }

    /// Returns the token for the messages missing before a run in a gap; `nil` if none are missing.
    private func missingToken(_ gap: TimelineGap) -> String? {
        switch start {
        case .beginning: nil
        case .known where stored.oldest ?? gap.position < gap.position: nil
        // Without a new token, the old one still requests all missing messages, and some that are stored by now.
        case .known(let token), .gap(let token): token ?? gap.token
        case .event: gap.token
        }
    }

    /// Places unknown messages before messages of later pieces that are already stored. Such messages exist if an
    /// earlier attempt applied only a part of the response.
    private mutating func meetFirstGap(of later: [String]) {
        var isWhole = true
        for id in later where !run.isEmpty {
            guard let position = stored.positions[id] else {
                isWhole = false
                continue
            }
            let gap = stored.gaps.first { $0.position == position }
            if let gap, previous ?? Int64.min < position {
                isWhole ? meet(position) : place(within: gap)
                return
            }
            previous = position
        }
        append()
    }

    /// Later pieces contain the messages between these and the end of the gap, so the gap stays.
    private mutating func place(within gap: TimelineGap) {
        let token = previous == nil ? missingToken(gap) : nil
        if token == nil, let before = stored.beforeGaps[gap.position] {
            place(from: before + 1)
            return
        }
        let first = place(from: stored.middle(of: gap))
        if let token { openedGaps.append(gap.moved(to: first, token: token)) }
    }

    @discardableResult
    private mutating func place(before position: Int64) -> Int64 {
        place(from: position - Int64(run.count))
    }

    @discardableResult
    private mutating func place(from first: Int64) -> Int64 {
        placed.reserveCapacity(placed.count + run.count)
        for (index, message) in run.enumerated() {
            placed.append(PlacedMessage(message: message, position: first + Int64(index)))
        }
        return first
    }

    private mutating func append() {
        guard !run.isEmpty else { return }
        guard previous == nil else {
            if previous == stored.newest, let newest = stored.newest {
                if let gap = stored.gapAtEnd { closedGaps.append(gap.position) }
                place(from: newest + 1)
            } else {
                place(from: stored.nextPosition)
            }
            return
        }
        switch start {
        case .gap(let token):
            let first = place(from: stored.nextChunk)
            if let token { openedGaps.append(TimelineGap(position: first, token: token)) }
        case .known(let token):
            let first = place(from: stored.nextPosition)
            if stored.newest == nil, let token { openedGaps.append(TimelineGap(position: first, token: token)) }
        case .event, .beginning:
            place(from: stored.nextPosition)
        }
    }

    /// If the server reports missing messages but returns none, the next message is placed after the gap.
    private mutating func openAtEnd() {
        guard case .gap(let token?) = start else { return }
        openedGaps.append(TimelineGap(position: stored.nextChunk, token: token))
    }
}
