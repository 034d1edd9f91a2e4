/// Where a search goes on, as its `next_batch`.
struct SearchPlace: Sendable {
    /// The place before which events are still to be shown.
    var before: Int64
    /// How many of these were shown, where they don't come in the order of their places.
    var offset = 0
    /// How many there were at the beginning.
    var count: Int
    /// The room or the person to whose group it is kept; empty where it goes on with all.
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
