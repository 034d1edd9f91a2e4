/// Counts that lose one each `decay`, by key; a bounded number of keys.
struct DecayingCounts<Key: Hashable> {
    private static var most: Int { 10_000 }
    private let decay: Int64
    private let highest: Int64
    /// When each count is back at zero, in milliseconds since 1970.
    private var ends: [Key: Int64] = [:]

    /// - Parameters:
    ///   - decay: how long until one is forgotten.
    ///   - highest: what a count stops at, so that an end comes soon after the last one.
    init(decay: Duration, highest: Int) {
        self.decay = max(decay.milliseconds, 1)
        self.highest = Int64(highest)
    }

    func count(_ key: Key, now: Int64) -> Int {
        let rest = max((ends[key] ?? 0) - now, 0)
        return Int((rest + decay - 1) / decay)
    }

    mutating func add(_ key: Key, now: Int64) {
        ends[key] = min(max(ends[key] ?? 0, now) + decay, now + decay * highest)
        guard ends.count > DecayingCounts.most else { return }
        let middle = ends.values.sorted()[DecayingCounts.most / 2]
        ends = ends.filter { $0.value > middle }
    }

    mutating func clear(_ key: Key) { ends[key] = nil }
}

extension Duration {
    /// Whole milliseconds.
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
