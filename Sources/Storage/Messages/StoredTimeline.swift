import Conversations

/// The part of a chat's stored timeline that is relevant to a batch.
struct StoredTimeline {
    /// The positions of stored events among those that the batch contains or names.
    var positions: [String: Int64] = [:]
    /// All gaps, oldest first.
    var gaps: [TimelineGap] = []
    /// The positions of the last messages before gaps, by the gap's position. They are known if the response
    /// continues after the batch.
    var beforeGaps: [Int64: Int64] = [:]
    /// The positions of the first and the last message; `nil` if there is none.
    var oldest: Int64?
    var newest: Int64?

    /// The gap after the last message, if there is one. New messages are placed after it.
    var gapAtEnd: TimelineGap? {
        guard let last = gaps.last, last.position > newest ?? Int64.min else { return nil }
        return last
    }

    /// The position of a message that directly follows the last one.
    var nextPosition: Int64 {
        gapAtEnd?.position ?? newest.map { $0 + 1 } ?? 0
    }

    /// The position of a message after a gap, far enough from the last one for any history.
    var nextChunk: Int64 {
        if let gapAtEnd { return gapAtEnd.position }
        guard let newest else { return 0 }
        let next = ((newest + Self.chunk / 2) / Self.chunk + 1) * Self.chunk
        let last = MessageRowID.positions.upperBound
        // If the chunks are used up, each new one takes half of the remaining positions.
        return next <= last - Self.chunk ? next : newest + (last - newest) / 2
    }

    /// Returns the position of a message somewhere in the gap, with room for more on either side.
    func middle(of gap: TimelineGap) -> Int64 {
        guard let before = beforeGaps[gap.position] else { return gap.position - Self.chunk / 2 }
        return before + (gap.position - before) / 2
    }

    /// The number of positions of a chunk: half for backfill before its first message, half for later messages.
    private static let chunk: Int64 = 1 << 25
}
