/// Token buckets by key. A key without a bucket has a full one, so full buckets need no memory.
struct TokenBuckets<Key: Hashable> {
    /// The number of buckets from which the full ones are removed.
    private static var many: Int { 10_000 }
    /// The time at which each bucket is full again, in seconds of the caller's clock.
    private var fullAt: [Key: Double] = [:]
    private var nextSweep = many

    /// The number of buckets that are not known to be full.
    var count: Int { fullAt.count }

    /// Returns the time in seconds until the bucket holds the amount; 0 if it does now. An amount above the
    /// bucket's capacity waits until the bucket is full.
    func wait(for amount: Double, _ key: Key, _ allowance: WriteRates.Allowance, now: Double) -> Double {
        let taken = max(0, (fullAt[key] ?? now) - now)
        let cost = min(amount, allowance.burst) / allowance.perSecond
        return max(0, taken + cost - allowance.burst / allowance.perSecond)
    }

    /// Takes the amount without checking whether the bucket holds it.
    mutating func take(_ amount: Double, _ key: Key, _ allowance: WriteRates.Allowance, now: Double) {
        guard amount > 0 else { return }
        fullAt[key] = max(fullAt[key] ?? now, now) + min(amount, allowance.burst) / allowance.perSecond
        guard fullAt.count > nextSweep else { return }
        fullAt = fullAt.filter { $0.value > now }
        nextSweep = max(Self.many, fullAt.count * 2)
    }
}
