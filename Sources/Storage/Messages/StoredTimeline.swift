import Conversations

/// What is stored of a chat's timeline, as far as a batch has to know it.
struct StoredTimeline {
    /// Those of the batch's events that are stored, and of those that it names.
    var positions: [String: Int64] = [:]
    /// All gaps, oldest first.
    var gaps: [TimelineGap] = []
    /// The places of the last messages before gaps, by the gap's position; known where the answer goes on after the
    /// batch.
    var beforeGaps: [Int64: Int64] = [:]
    /// The places of the first and the last message; `nil` where there is none.
    var oldest: Int64?
    var newest: Int64?

    /// A gap after the last message: what comes next belongs behind it.
    var gapAtEnd: TimelineGap? {
        guard let last = gaps.last, last.position > newest ?? Int64.min else { return nil }
        return last
    }

    /// Where a message goes that follows the last one.
    var nextPosition: Int64 {
        gapAtEnd?.position ?? newest.map { $0 + 1 } ?? 0
    }

    /// Where a message goes before which some are missing: far enough from the last one for any history.
    var nextChunk: Int64 {
        if let gapAtEnd { return gapAtEnd.position }
        guard let newest else { return 0 }
        let next = ((newest + Self.chunk / 2) / Self.chunk + 1) * Self.chunk
        let last = MessagePlace.positions.upperBound
        // Where so many chunks were begun that none is left, each has half of what there is.
        return next <= last - Self.chunk ? next : newest + (last - newest) / 2
    }

    /// Where a message goes that lies somewhere in the gap, with room for more on either side.
    func middle(of gap: TimelineGap) -> Int64 {
        guard let before = beforeGaps[gap.position] else { return gap.position - Self.chunk / 2 }
        return before + (gap.position - before) / 2
    }

    /// Half of it is for what is filled in before a chunk's first message, half for what follows.
    private static let chunk: Int64 = 1 << 25
}
