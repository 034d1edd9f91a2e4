/// Token buckets by key. A key without a bucket has a full one, so that those that are full again cost nothing.
struct TokenBuckets<Key: Hashable> {
    /// From how many buckets on the full ones are removed.
    private static var many: Int { 10_000 }
    /// When each bucket is full again, in seconds of the caller's clock.
    private var fullAt: [Key: Double] = [:]
    private var nextSweep = many

    /// How many buckets are not known to be full.
    var count: Int { fullAt.count }

    /// How long until so much is in the bucket, in seconds; 0 where it is. Of more than a full bucket holds, that is when it is full.
    func wait(for amount: Double, _ key: Key, _ allowance: WriteRates.Allowance, now: Double) -> Double {
        let taken = max(0, (fullAt[key] ?? now) - now)
        let cost = min(amount, allowance.burst) / allowance.perSecond
        return max(0, taken + cost - allowance.burst / allowance.perSecond)
    }

    /// Takes it, without asking whether it is there.
    mutating func take(_ amount: Double, _ key: Key, _ allowance: WriteRates.Allowance, now: Double) {
        guard amount > 0 else { return }
        fullAt[key] = max(fullAt[key] ?? now, now) + min(amount, allowance.burst) / allowance.perSecond
        guard fullAt.count > nextSweep else { return }
        fullAt = fullAt.filter { $0.value > now }
        nextSweep = max(Self.many, fullAt.count * 2)
    }
}
