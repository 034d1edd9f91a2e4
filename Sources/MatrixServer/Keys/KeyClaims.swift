import MatrixAPI
import Synchronization

/// Limits the one-time keys of a device that one account may claim, so that it can't use up the keys that others need.
final class KeyClaims: Sendable {
    private struct Key: Hashable {
        let claimer: String
        let device: Caller
    }

    private let limits: ServerLimits
    private let clock: SecondsClock
    private let buckets = Mutex(TokenBuckets<Key>())

    init(_ limits: ServerLimits, _ clock: SecondsClock = SecondsClock()) {
        (self.limits, self.clock) = (limits, clock)
    }

    /// Claims a one-time key, or the fallback key if the claimer has reached the limit.
    ///
    /// - Parameter isFriend: Whether the claimer shares a room with the device's owner.
    /// - Returns: The claimed key, or `nil` if there is none for this claimer. `isLimited` is true if there are keys,
    ///   and only the limit prevents the claim.
    func claim(
        _ algorithm: String, of device: Caller, by claimer: String, isFriend: Bool, _ table: OneTimeKeysTable
    ) throws -> (given: (name: KeyName, key: JSONValue)?, isLimited: Bool) {
        let isHeld = try isHeld(algorithm, of: device, by: claimer, isFriend: isFriend, table)
        if !isHeld, let given = try table.claim(algorithm, of: device) {
            let (key, allowance, now) = (Key(claimer: claimer, device: device), allowance(isFriend), clock.now)
            buckets.withLock { $0.consume(1, key, allowance, now: now) }
            return (given, false)
        }
        if let fallback = try table.claimFallback(algorithm, of: device) { return (fallback, false) }
        return (nil, try isHeld && table.has(moreThan: 0, algorithm, of: device))
    }

    private func isHeld(
        _ algorithm: String, of device: Caller, by claimer: String, isFriend: Bool, _ table: OneTimeKeysTable
    ) throws -> Bool {
        let (key, allowance, now) = (Key(claimer: claimer, device: device), allowance(isFriend), clock.now)
        if buckets.withLock({ $0.wait(for: 1, key, allowance, now: now) }) > 0 { return true }
        guard !isFriend, try table.hasFallback(algorithm, of: device) else { return false }
        return try !table.has(moreThan: limits.keysKeptFromStrangers, algorithm, of: device)
    }

    private func allowance(_ isFriend: Bool) -> WriteRates.Allowance {
        isFriend ? limits.claims : limits.claimsOfStranger
    }

    /// Returns the longest time until an account may claim another key, in seconds.
    func wait(isFriend: Bool) -> Double { 1 / allowance(isFriend).perSecond }
}
