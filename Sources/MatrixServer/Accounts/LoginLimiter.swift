import MatrixAPI
import Synchronization

/// Slows down password guessing without locking anybody out. The response to a right password is sent as soon as it is
/// checked. The response to a wrong one is delayed longer with each earlier failure from the same address.
///
/// Failures are counted by address and account together, so that failures from elsewhere don't affect an account's
/// owner. They are also counted by address alone, so that trying many accounts is no faster.
final class LoginLimiter: Sendable {
    private struct State {
        var failures: DecayingCounts<LoginAttempt>
        var failuresOfPeers: DecayingCounts<Peer>
        var registrations: DecayingCounts<Peer>
        /// The number of attempts that wait for their turn or are delayed.
        var open: [LoginAttempt: Int] = [:]
        var openOfPeers: [Peer: Int] = [:]
        var openInAll = 0
    }

    private let limits: ServerLimits
    private let notifier: SyncNotifier
    private let state: Mutex<State>

    init(_ limits: ServerLimits, _ notifier: SyncNotifier) {
        self.limits = limits
        self.notifier = notifier
        // A few more than the free failures: the longest delay is reached by then.
        let (few, many) = (limits.freeFailures + 8, limits.freeFailuresPerAddress + 8)
        state = Mutex(
            State(
                failures: DecayingCounts(decay: limits.failureForgotten, highest: few),
                failuresOfPeers: DecayingCounts(decay: limits.failureForgotten, highest: many),
                registrations: DecayingCounts(
                    decay: limits.registrationRegained, highest: limits.registrations)))
    }

    /// Checks an attempt, and delays the response to a wrong one.
    ///
    /// - Throws: 429 if too many attempts wait already, and any error of `check`.
    func check(_ attempt: LoginAttempt, _ check: () async throws -> Bool) async throws -> Bool {
        try enter(attempt)
        defer { leave(attempt) }
        if try await check() {
            state.withLock { $0.failures.clear(attempt) }
            return true
        }
        await hold(for: fail(attempt, now: Timestamp.now))
        return false
    }

    /// Lets an address create another account.
    ///
    /// - Throws: 429 if too many attempts wait already, or if the address created too many accounts.
    func register<Value: Sendable>(_ peer: Peer, _ work: () async throws -> Value) async throws -> Value {
        let attempt = LoginAttempt.registration(peer)
        let now = Timestamp.now
        if !peer.isShared, state.withLock({ $0.registrations.count(peer, now: now) }) >= limits.registrations {
            throw EndpointError.limited(milliseconds: limits.registrationRegained.milliseconds)
        }
        try enter(attempt)
        defer { leave(attempt) }
        let value = try await work()
        state.withLock { $0.registrations.add(peer, now: now) }
        return value
    }

    /// The number of attempts that wait for their turn or are delayed now.
    var waiting: Int { state.withLock { $0.openInAll } }

    private func enter(_ attempt: LoginAttempt) throws(EndpointError) {
        let isAllowed = state.withLock { state in
            let ofPeer = state.openOfPeers[attempt.peer, default: 0]
            // An address without open attempts is let in, however many other addresses fill the rest.
            guard attempt.isKnown || ofPeer == 0 || state.openInAll < limits.tries,
                attempt.isKnown || ofPeer < limits.triesPerAddress,
                state.open[attempt, default: 0] < limits.triesPerAccount
            else { return false }
            state.openInAll += 1
            state.openOfPeers[attempt.peer, default: 0] += 1
            state.open[attempt, default: 0] += 1
            return true
        }
        guard isAllowed else { throw .limited(milliseconds: limits.longestHold.milliseconds) }
    }

    private func leave(_ attempt: LoginAttempt) {
        state.withLock { state in
            state.openInAll -= 1
            LoginLimiter.takeOne(from: &state.openOfPeers, attempt.peer)
            LoginLimiter.takeOne(from: &state.open, attempt)
        }
    }

    private static func takeOne<Key>(from counts: inout [Key: Int], _ key: Key) {
        let rest = counts[key, default: 1] - 1
        counts[key] = rest == 0 ? nil : rest
    }

    /// Records a failure.
    ///
    /// - Returns: The time by which the response is delayed.
    private func fail(_ attempt: LoginAttempt, now: Int64) -> Duration {
        let excess = state.withLock { state in
            state.failures.add(attempt, now: now)
            state.failuresOfPeers.add(attempt.peer, now: now)
            return max(
                state.failures.count(attempt, now: now) - limits.freeFailures,
                state.failuresOfPeers.count(attempt.peer, now: now) - limits.freeFailuresPerAddress)
        }
        guard excess > 0 else { return .zero }
        return min(limits.firstHold * (1 << min(excess - 1, 16)), limits.longestHold)
    }

    /// Waits for the given time, or until the server stops.
    private func hold(for time: Duration) async {
        guard time > .zero else { return }
        await notifier.waitForClose(atMost: time)
    }
}

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

/// Remembers the addresses from which accounts were used with a valid token or the right password. A known address
/// waits less when many others try passwords. The list is kept in memory only.
final class KnownPeers: Sendable {
    private struct Use: Hashable {
        let peer: Peer
        let account: String
    }

    private static let most = 10_000
    /// The uses, each with its sequence number. The oldest uses are forgotten first.
    private let uses = Mutex<(all: [Use: UInt64], next: UInt64)>(([:], 0))

    func record(_ peer: Peer, _ account: String) {
        uses.withLock { uses in
            uses.next += 1
            uses.all[Use(peer: peer, account: account)] = uses.next
            guard uses.all.count > KnownPeers.most else { return }
            let middle = uses.all.values.sorted()[KnownPeers.most / 2]
            uses.all = uses.all.filter { $0.value > middle }
        }
    }

    func contains(_ peer: Peer, _ account: String) -> Bool {
        uses.withLock { $0.all[Use(peer: peer, account: account)] != nil }
    }
}
