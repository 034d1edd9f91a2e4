/// The position at which a search continues, as its `next_batch`.
struct SearchPlace: Sendable {
    /// The position before which events are still to be shown.
    var before: Int64
    /// The number of these that were shown, for results that are not ordered by position.
    var offset = 0
    /// The number of results at the start of the search.
    var count: Int
    /// The room or sender of the group that the search is limited to; empty if it continues with all.
    var group = ""

    init(before: Int64, offset: Int = 0, count: Int, group: String = "") {
        self.before = before
        self.offset = offset
        self.count = count
        self.group = group
    }

    init?(_ text: String) {
        let parts = text.split(separator: "_", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].first == "f", let before = Int64(parts[0].dropFirst()),
            let offset = Int(parts[1]), let count = Int(parts[2]), before >= 0,
            (0...OutsideNumber.largestOffset).contains(offset), (0...OutsideNumber.largestOffset).contains(count)
        else { return nil }
        self.init(before: before, offset: offset, count: count, group: String(parts[3]))
    }

    var text: String { "f\(before)_\(offset)_\(count)_\(group)" }
}
