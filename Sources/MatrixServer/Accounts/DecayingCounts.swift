/// Counters by key that each decrease by one every `decay`. The number of keys is bounded.
struct DecayingCounts<Key: Hashable> {
    private static var most: Int { 10_000 }
    private let decay: Int64
    private let highest: Int64
    /// The time at which each count is back at zero, in milliseconds since 1970.
    private var ends: [Key: Int64] = [:]

    /// - Parameters:
    ///   - decay: The time after which a count decreases by one.
    ///   - highest: The maximum of a count. It bounds the time until a count is back at zero.
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
    /// The duration in whole milliseconds.
    var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
