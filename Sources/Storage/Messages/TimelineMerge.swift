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
        case .now where batch.messages.isEmpty: openAtEnd()
        case .now: append()
        }
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
        switch start {
        case .beginning: break
        case .known where stored.oldest ?? position < position: break
        case .known(let token), .gap(let token):
            // Without a new token the old one still asks for all that is missing, and for some that no longer is.
            openedGaps.append(TimelineGap(position: first, token: token ?? gap.token))
        }
    }

    @discardableResult
    private mutating func place(before position: Int64) -> Int64 {
        place(from: position - Int64(run.count))
    }

    @discardableResult
    private mutating func place(from first: Int64) -> Int64 {
        placed += run.enumerated().map { PlacedMessage(message: $1, position: first + Int64($0)) }
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
        case .beginning:
            place(from: stored.nextPosition)
        }
    }

    /// The server says that messages are missing and gives none: the next one that comes is behind the gap.
    private mutating func openAtEnd() {
        guard case .gap(let token?) = start else { return }
        openedGaps.append(TimelineGap(position: stored.nextChunk, token: token))
    }
}
