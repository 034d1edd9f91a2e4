import MatrixAPI
import Synchronization

/// Slows guessing without keeping anybody out: a right password is answered as soon as it was looked at, and a wrong one later with
/// each that came from the same address before it.
///
/// What counts is the address and the account together, so that no failure from elsewhere touches an account's owner, and the
/// address alone, so that trying many accounts is no faster.
final class LoginLimiter: Sendable {
    private struct State {
        var failures: DecayingCounts<LoginTry>
        var failuresOfPeers: DecayingCounts<Peer>
        var registrations: DecayingCounts<Peer>
        /// Tries that wait for their turn or are held back.
        var open: [LoginTry: Int] = [:]
        var openOfPeers: [Peer: Int] = [:]
        var openInAll = 0
    }

    private let limits: ServerLimits
    private let notifier: SyncNotifier
    private let state: Mutex<State>

    init(_ limits: ServerLimits, _ notifier: SyncNotifier) {
        self.limits = limits
        self.notifier = notifier
        // A few more than are free: the longest hold is reached by then.
        let (few, many) = (limits.freeFailures + 8, limits.freeFailuresPerAddress + 8)
        state = Mutex(
            State(
                failures: DecayingCounts(decay: limits.failureForgotten, highest: few),
                failuresOfPeers: DecayingCounts(decay: limits.failureForgotten, highest: many),
                registrations: DecayingCounts(
                    decay: limits.registrationRegained, highest: limits.registrations)))
    }

    /// Lets a try be looked at, and keeps a wrong one waiting.
    ///
    /// - Throws: 429 where too many tries wait already, and what `check` throws.
    func check(_ attempt: LoginTry, _ check: () async throws -> Bool) async throws -> Bool {
        try enter(attempt)
        defer { leave(attempt) }
        if try await check() {
            state.withLock { $0.failures.clear(attempt) }
            return true
        }
        await hold(for: fail(attempt, now: Timestamp.now))
        return false
    }

    /// Lets an address make another account.
    ///
    /// - Throws: 429 where too many tries wait already, or the address made too many.
    func register<Value: Sendable>(_ peer: Peer, _ work: () async throws -> Value) async throws -> Value {
        let attempt = LoginTry.registration(peer)
        let now = Timestamp.now
        if !peer.isShared, state.withLock({ $0.registrations.count(peer, now: now) }) >= limits.registrations {
            throw Refusal.limited(milliseconds: limits.registrationRegained.milliseconds)
        }
        try enter(attempt)
        defer { leave(attempt) }
        let value = try await work()
        state.withLock { $0.registrations.add(peer, now: now) }
        return value
    }

    /// Tries that wait for their turn or are held back now.
    var waiting: Int { state.withLock { $0.openInAll } }

    private func enter(_ attempt: LoginTry) throws(Refusal) {
        let isAllowed = state.withLock { state in
            let ofPeer = state.openOfPeers[attempt.peer, default: 0]
            // An address with none yet gets in, however many others fill the rest.
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

    private func leave(_ attempt: LoginTry) {
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

    /// - Returns: how long its answer is held back.
    private func fail(_ attempt: LoginTry, now: Int64) -> Duration {
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

    /// Ends early where the server stops.
    private func hold(for time: Duration) async {
        guard time > .zero else { return }
        await notifier.waitForClose(atMost: time)
    }
}
