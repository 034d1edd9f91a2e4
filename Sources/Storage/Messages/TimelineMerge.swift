import Conversations

/// Decides where a batch's messages go among those that are stored, and what becomes of the gaps.
///
/// Runs of unknown messages lie between known ones. A run before a message that has a gap before it goes into the gap;
/// one after all that is known goes to the end.
struct TimelineMerge {
    private(set) var placed: [PlacedMessage] = []
    /// The positions of gaps that are no more; taken away before ``openedGaps`` are made.
    private(set) var closedGaps: [Int64] = []
    private(set) var openedGaps: [TimelineGap] = []

    private let start: TimelineBatch.Start
    private let stored: StoredTimeline
    /// The unknown messages since the last known one.
    private var run: [Message] = []
    /// Unknown messages between neighbours that leave no room: they came late, and go with the newest run.
    private var strays: [Message] = []
    /// The place of the last known message that was met.
    private var previous: Int64?

    init(_ batch: TimelineBatch, into stored: StoredTimeline) {
        (start, self.stored) = (batch.start, stored)
        if case .event(let id) = start { previous = stored.positions[id] }
        var seen: Set<String> = []
        for message in batch.messages where seen.insert(message.eventID).inserted {
            guard let position = stored.positions[message.eventID] else {
                run.append(message)
                continue
            }
            // What overlaps with the far side of the gap that is being filled says nothing about the gap.
            if case .gap(let end) = batch.end, position >= end { continue }
            meet(position)
        }
        run = strays + run
        switch batch.end {
        case .gap(let position): meet(position)
        case .events(let ids): meetFirstGap(of: ids.filter { seen.insert($0).inserted })
        case .now where batch.messages.isEmpty: openAtEnd()
        case .now: append()
        }
    }

    /// ``placed`` by position, which they have as a rule.
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

    /// What asks for the messages before these where they go into a gap; `nil` where none are missing.
    private func missingToken(_ gap: TimelineGap) -> String? {
        switch start {
        case .beginning: nil
        case .known where stored.oldest ?? gap.position < gap.position: nil
        // Without a new token the old one still asks for all that is missing, and for some that no longer is.
        case .known(let token), .gap(let token): token ?? gap.token
        case .event: gap.token
        }
    }

    /// An answer that was applied in part may have left messages that lie between later pieces of this one: what is
    /// unknown goes before them, and not to the end.
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

    /// Later pieces bring what is missing between these messages and the far side of the gap, which therefore stays.
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

    /// The server says that messages are missing and gives none: the next one that comes is behind the gap.
    private mutating func openAtEnd() {
        guard case .gap(let token?) = start else { return }
        openedGaps.append(TimelineGap(position: stored.nextChunk, token: token))
    }
}
